"""The effect's two faces beside the oracle: term by term from a reference run, and three answers with their pairs."""

from comparison import Comparison
from printed import numbers, read

ANSWERS = ("leave_one_out", "shapley", "add_one_in")  # in the order of the columns
LOOSE = 1.05  # units: what is printed so that it adds up may be off by one unit of the last digit
LOOSER = 2.05  # the sum of two such parts


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
        names = words if not answer.reference else words["fromElsewhere"]
        ends = {name: self.piece("Effect", names[name])["right"] for name in ("alone", "back")}
        for layer, name in enumerate(self.names):
            row = [piece for piece in self.in_row("Effect", self.row[name]) if numbers(piece["text"])]
            below = {head: [p["text"] for p in row if abs(p["right"] - end) < 3] for head, end in ends.items()}
            label = [p["text"] for p in row if all(abs(p["right"] - end) >= 3 for end in ends.values())]
            truth = (terms if answer.moved else answer.contributions)[layer]
            switched_on = layer in answer.flipped and layer not in answer.off
            self.label(f"Effect, {name}", "".join(label), truth, LOOSER if switched_on else LOOSE)
            self.cells(f"Effect, {name} alone", below["alone"], [answer.alone[layer]], LOOSE)
            back = [answer.back[layer]] if layer in answer.flipped else []
            self.cells(f"Effect, {name} back", below["back"], back, LOOSE)
        ends = {"Readout": answer.readout, "Embedding": answer.start if answer.moved else sum(answer.parts.values())}
        for name, truth in ends.items():
            row = [p["text"] for p in self.in_row("Effect", self.piece("Layers", name)["y"]) if numbers(p["text"])]
            self.label(f"Effect, {name}", "".join(row), truth, LOOSE)

    def _bars(self) -> list[float]:
        """The waterfall's bars between its first and its last, as the table lists them."""
        answer = self.answer
        if not answer.moved:
            return [*answer.parts.values(), *answer.contributions, answer.bias]
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
            self.same("Effect's twin", told[:5], [answer.start, answer.readout, *parts], LOOSE)
            self.adds_up("Effect's twin", [told[0], *told[2:5]], told[1])
        else:
            self.same("Effect's twin", told, [answer.readout, *bars], LOOSE)
            self.adds_up("Effect's twin", told[1:], told[0])
        bars.append(answer.readout)
        self.cells("Effect's table", rows[: len(bars)], bars, LOOSE)
        values = [read(cell) for cell in rows[: len(bars)]]
        self.adds_up("Effect's table", values[:-1], values[-1])
        several: list[float] = []
        if len(answer.flipped) > 1:
            several = [*(answer.alone[a] for a in answer.flipped), *(answer.back[a] for a in answer.flipped)]
            several.append(answer.interaction)
        self.cells("Effect's table, several", rows[len(bars) :], several, LOOSE)

    def _note(self) -> None:
        answer, words = self.answer, self.strings["effect"]
        if len(answer.flipped) > 1 and self.words.prompts == 1:
            start = words["interaction"].partition("{")[0]
            foot = next((p["text"] for p in self.region("Effect") if p["text"].startswith(start)), "")
            self.same("Effect, together", numbers(foot), [answer.total, answer.interaction], LOOSE)

    # Three answers

    def three_answers(self) -> None:
        answer, (table, twin) = self.answer, self.chart("Effect")
        *rows, sums = table["rows"]
        told = numbers(twin, self.called())
        for layer, name in enumerate(self.names):
            truths = [answer.answers[which][layer] for which in ANSWERS]
            self.cells(f"Answers' table, {name}", rows[layer][1:4], truths, LOOSE)
            self.same(f"Answers' twin, {name}", told[3 * layer : 3 * layer + 3], truths, LOOSE)
            self.cells(f"Pairs' table, {name}", [cell for cell in rows[layer][4:] if cell], self._others(layer))
            if rows[layer][4 + layer] != "":
                self.wrong.append(f"Pairs' table: {name} with itself is '{rows[layer][4 + layer]}'")
        for column in range(1, 4):
            self.adds_up("Answers' table", [read(row[column]) for row in rows], read(sums[column]))
        shapley = sum(answer.answers["shapley"])
        self.cells("Answers' table, Shapley's sum", sums[2:3], [shapley], 0.5 * len(self.names) + 0.05)
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
