"""The effect's two faces beside the oracle: term by term from a reference run, and three answers with their pairs."""

from comparison import Comparison, bare
from printed import numbers, read

ANSWERS = ("leave_one_out", "shapley", "add_one_in")  # in the order of the columns


class EffectScreen(Comparison):
    """What the effect's panel prints."""

    def effect(self) -> None:
        if self.face == "answers":
            self.three_answers()
        else:
            self._rows()
            self._waterfall()
            self._note()

    def _rows(self) -> None:
        answer, words = self.answer, self.strings["effect"]
        terms = [d + v for d, v in zip(answer.direct, answer.via_layers, strict=True)]
        natural = answer.moved and self.split == "natural"
        names = words if not answer.reference else words["fromElsewhere"]
        ends = {name: self.piece("Effect", names[name])["right"] for name in ("alone", "back")}
        shown = []
        for layer, name in enumerate(self.names):
            row = [piece for piece in self.in_row("Effect", self.row[name]) if numbers(piece["text"])]
            below = {head: [p["text"] for p in row if abs(p["right"] - end) < 3] for head, end in ends.items()}
            label = [p["text"] for p in row if all(abs(p["right"] - end) >= 3 for end in ends.values())]
            truth = (terms if answer.moved else answer.contributions)[layer]
            if natural:
                direct = [answer.natural_direct] if layer == min(answer.flipped) else []
                self.same(f"Effect, {name}", numbers("".join(label), self.names), direct)
            else:
                self.label(f"Effect, {name}", "".join(label), truth)
                shown += numbers("".join(label), self.names)[:1]
            self.cells(f"Effect, {name} alone", below["alone"], [answer.alone[layer]])
            back = [answer.back[layer]] if layer in answer.flipped else []
            self.cells(f"Effect, {name} back", below["back"], back)
        rest = {
            "Readout": answer.readout,
            "Embedding": answer.start if answer.moved else sum(answer.parts.values()),
            self.strings["switchboard"]["norm"][self.words.toy.norm]: self._in_norms_row(),
        }
        ends = {}
        for name, truth in rest.items():
            row = [p["text"] for p in self.in_row("Effect", self.piece("Layers", name)["y"]) if numbers(p["text"])]
            self.label(f"Effect, {name}", "".join(row), truth)
            ends[name] = numbers("".join(row), self.names)[:1]
        whole = ends.pop("Readout")
        if natural:
            shown = numbers(bare(self._twin_part()), self.called())[:1]
        if whole and not self.wrong:
            parts = [*shown, *(number for end in ends.values() for number in end)]
            said = any(piece["text"] == words["rounded"] for piece in self.region("Effect"))
            self.rounded("Effect's rows", said, parts, whole[0])

    def _in_norms_row(self) -> float:
        if not self.answer.moved:
            return self.answer.bias
        return self.answer.natural_indirect if self.split == "natural" else self.answer.via_norm

    def _twin_part(self) -> str:
        """The direct effect as the twin tells it, which stands in the switched layer's row too."""
        return self.chart("Effect")[1].partition(": ")[2]

    def _bars(self) -> list[float]:
        """The waterfall's bars between its first and its last, as the table lists them."""
        answer = self.answer
        if not answer.moved:
            return [*answer.parts.values(), *answer.contributions, answer.bias]
        if self.split == "natural":
            return [answer.natural_direct, answer.natural_indirect]
        bars = []
        for layer in range(len(self.names)):
            if layer not in answer.flipped:
                bars.append(answer.via_layers[layer])
            elif layer in answer.off:
                bars.append(answer.direct[layer])
            else:  # a layer that is switched on writes itself, and writes differently than it would have
                bars += [answer.direct[layer], answer.via_layers[layer]]
        return [*bars, answer.via_norm]

    def _waterfall(self) -> None:
        answer, (table, twin) = self.answer, self.chart("Effect")
        rows, told, bars = [row[2] for row in table["rows"]], numbers(twin, self.called()), self._bars()
        if answer.moved:
            bars.insert(0, answer.start)
            parts = [sum(answer.direct), sum(answer.via_layers), answer.via_norm]
            if self.split == "natural":
                parts = [answer.natural_direct, answer.natural_indirect]
            self.same("Effect's twin", told, [answer.start, answer.readout, *parts])
            self.rounded("Effect's twin", "rounded" in twin, [told[0], *told[2:]], told[1])
        else:
            self.same("Effect's twin", told, [answer.readout, *bars])
            self.rounded("Effect's twin", "rounded" in twin, told[1:], told[0])
        bars.append(answer.readout)
        self.cells("Effect's table", rows[: len(bars)], bars)
        values = [read(bare(cell)) for cell in rows[: len(bars)]]
        self.rounded("Effect's table", rows[len(bars) - 1] != bare(rows[len(bars) - 1]), values[:-1], values[-1])
        several: list[float] = []
        if len(answer.flipped) > 1:
            several = [*(answer.alone[a] for a in answer.flipped), *(answer.back[a] for a in answer.flipped)]
            several.append(answer.interaction)
        self.cells("Effect's table, several", rows[len(bars) :], several)

    def _note(self) -> None:
        answer, words = self.answer, self.strings["effect"]
        if len(answer.flipped) > 1 and self.words.prompts == 1:
            start = words["interaction"].partition("{")[0]
            foot = next((p["text"] for p in self.region("Effect") if p["text"].startswith(start)), "")
            told = numbers(foot)
            self.same("Effect, together", told, [answer.total, answer.interaction])
            alone = [read(row[2]) for row in self.chart("Effect")[0]["rows"] if row[1] == words["aloneKind"]]
            self.rounded("Effect, together", "(rounded)" in foot, [*alone, told[1]], told[0])

    # Three answers

    def three_answers(self) -> None:
        answer, (table, twin) = self.answer, self.chart("Effect")
        *rows, sums = table["rows"]
        told = numbers(twin, self.called())
        for layer, name in enumerate(self.names):
            truths = [answer.answers[which][layer] for which in ANSWERS]
            self.cells(f"Answers' table, {name}", rows[layer][1:4], truths)
            self.same(f"Answers' twin, {name}", told[3 * layer : 3 * layer + 3], truths)
            self.cells(f"Pairs' table, {name}", [cell for cell in rows[layer][4:] if cell], self._others(layer))
            if rows[layer][4 + layer] != "":
                self.wrong.append(f"Pairs' table: {name} with itself is '{rows[layer][4 + layer]}'")
        self.cells("Answers' table, sums", sums[1:4], [sum(answer.answers[which]) for which in ANSWERS])
        for column in range(1, 4):
            parts, whole = [read(row[column]) for row in rows], sums[column]
            self.rounded("Answers' table", whole != bare(whole), parts, read(bare(whole)))
        self._squares()

    def _others(self, layer: int) -> list[float]:
        return [value for other, value in enumerate(self.answer.pairs[layer]) if other != layer]

    def _squares(self) -> None:
        """Each pair's square tells its value, is as large as its root, and full or hollow by its sign."""
        pairs = self.answer.pairs
        most = max(abs(value) for row in pairs for value in row)
        names = [(i, j) for i in range(len(pairs)) for j in range(len(pairs)) if i != j]
        truths = {f"{self.names[i]} × {self.names[j]}": pairs[i][j] for i, j in names}
        if {square["title"].rpartition(": ")[0] for square in self.seen["pairs"]} != set(truths):
            self.wrong.append("Pairs: not every two layers have a square")
            return
        for square in self.seen["pairs"]:
            pair, _, value = square["title"].rpartition(": ")
            self.cells(f"Pairs, {pair}", [value], [truths[pair]])
            wanted = (abs(truths[pair]) / max(most, 1e-9)) ** 0.5
            if (
                most > 1e-9 and abs(max(square["size"], 0.2) - max(wanted, 0.2)) > 0.03
            ):  # the smallest are no smaller than their border
                self.wrong.append(f"Pairs, {pair}: its square is {square['size']} of the largest")
            if abs(truths[pair]) > 1e-9 and square["hollow"] != (truths[pair] < 0):
                self.wrong.append(
                    f"Pairs, {pair}: {truths[pair]:.3g} is drawn {'hollow' if square['hollow'] else 'full'}"
                )
