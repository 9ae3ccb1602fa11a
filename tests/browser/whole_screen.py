"""Every number on the screen beside what the oracle says it must be."""

from collections.abc import Sequence

from comparison import Comparison
from oracle import binomial
from printed import is_number, numbers, percent_agrees, read


class WholeScreen(Comparison):
    """All that the lab prints of one world and one question."""

    def everything(self) -> list[str]:
        self.sentence()
        self.layers()
        self.effect()
        self.gradient()
        self.stream()
        self.says()
        self.worlds()
        self.paths()
        return self.wrong

    def sentence(self) -> None:
        answer, data = self.answer, self.seen["sentence"]
        parts = {"direct": answer.direct, "viaLayers": answer.via_layers, "viaNorm": answer.via_norm}
        for name, truth in {**parts, "total": answer.total}.items():
            if abs(float(data[name]) - truth) > 1e-6:
                self.wrong.append(f"data-{name}: {data[name]} is not {truth}")
        said = data["text"].replace("keys 1–", "keys ").replace("key 1", "key ")
        printed = numbers(said, (*self.names, self.toy.about, "2^d", f"keys {len(self.names)}"))
        if not answer.off:
            return self.same("sentence", printed[:1], [answer.readout])
        self.same("sentence", printed, [answer.total, *parts.values()], units=1.05)
        self.adds_up("sentence", printed[1:], printed[0])

    def layers(self) -> None:
        answer = self.answer
        sizes = [size_of(write) for write in answer.writes]
        for name, size in zip(self.names, sizes, strict=True):
            number = [p["text"] for p in self.in_row("Layers", self.row[name]) if "." in p["text"]]
            self.cells(f"Layers, {name}", number or [""], [size])
        table = self.seen["tables"]["Layers"]["rows"]
        base = [size_of(write) for write in answer.base_writes]
        embedding = size_of(answer.embedding)
        self.cells("Layers' table, now", [row[1] for row in table], [embedding, *sizes])
        self.cells("Layers' table, all on", [row[2] for row in table], [embedding, *base])

    def effect(self) -> None:
        answer = self.answer
        terms = answer.terms if answer.off else answer.contributions
        ends = {name: self.piece("Effect", name)["right"] for name in ("off alone", "back on")}
        for layer, name in enumerate(self.names):
            row = [piece for piece in self.in_row("Effect", self.row[name]) if numbers(piece["text"])]
            below = {head: [p["text"] for p in row if abs(p["right"] - end) < 3] for head, end in ends.items()}
            label = [p["text"] for p in row if all(abs(p["right"] - end) >= 3 for end in ends.values())]
            self.label(f"Effect, {name}", "".join(label), terms[layer], 1.05)
            self.cells(f"Effect, {name} off alone", below["off alone"], [answer.alone[layer]], 1.05)
            back = [answer.back_on[layer]] if layer in answer.off else []
            self.cells(f"Effect, {name} back on", below["back on"], back, 1.05)
        ends = {"Readout": answer.readout, "Embedding": answer.base if answer.off else sum(answer.parts().values())}
        for name, truth in ends.items():
            row = [p["text"] for p in self.in_row("Effect", self.piece("Layers", name)["y"]) if numbers(p["text"])]
            self.label(f"Effect, {name}", "".join(row), truth, 1.05)
        self._waterfall(terms)
        if len(answer.off) > 1:
            foot = next(p["text"] for p in self.region("Effect") if p["text"].startswith("Together"))
            self.same("Effect, together", numbers(foot), [answer.total, answer.interaction], 1.05)

    def _waterfall(self, terms: list[float]) -> None:
        answer, (table, twin) = self.answer, self.chart("Effect")
        rows, told = [row[2] for row in table["rows"]], numbers(twin, self.words())
        if answer.off:
            bars = [answer.base, *terms, answer.via_norm, answer.readout]
            parts = [answer.direct, answer.via_layers, answer.via_norm]
            self.same("Effect's twin", told[:5], [answer.base, answer.readout, *parts], 1.05)
            self.adds_up("Effect's twin", [told[0], *told[2:5]], told[1])
        else:
            bars = [*answer.parts().values(), *terms, answer.bias, answer.readout]
            self.same("Effect's twin", told, [answer.readout, *bars[:-1]], 1.05)
            self.adds_up("Effect's twin", told[1:], told[0])
        self.cells("Effect's table", rows[: len(bars)], bars, 1.05)
        values = [read(cell) for cell in rows[: len(bars)]]
        self.adds_up("Effect's table", values[:-1], values[-1])
        several: list[float] = []
        if len(answer.off) > 1:
            several = [*(answer.alone[a] for a in answer.off), *(answer.back_on[a] for a in answer.off)]
            several.append(answer.interaction)
        self.cells("Effect's table, several", rows[len(bars) :], several, 1.05)

    def gradient(self) -> None:
        answer, (table, twin) = self.answer, self.chart("Gradient")
        for column, track in enumerate(("whole", "layers", "plus"), start=1):
            sizes = answer.gradient[track]
            self.cells(f"Gradient's table, {track}", [row[column] for row in table["rows"]], reversed(sizes))
            legend = {"whole": "with the plus", "layers": "layers only", "plus": "plus alone"}[track]
            at = self.piece("Gradient", legend)
            value = [
                p["text"]
                for p in self.region("Gradient")
                if p["left"] > at["left"] and abs(p["y"] - at["y"]) < 6 and is_number(p["text"])
            ]
            # Where the playhead is at rest: at the embedding.
            self.cells(f"Gradient's legend, {track}", value or [""], [sizes[0]])
        ends = [answer.gradient["whole"][-1], *(answer.gradient[t][0] for t in ("whole", "layers", "plus"))]
        self.same("Gradient's twin", numbers(twin, self.words()), ends)

    def stream(self) -> None:
        answer, (table, twin) = self.answer, self.chart("Stream")
        sums = answer.sums(self.step)
        if not answer.off:
            embedding, now = list(answer.embedding), sums["sum now"]
            writes = [n - e for n, e in zip(now, embedding, strict=True)]
            sums = {"sum now": now, "embedding": embedding, "writes": writes}
        for name, values in sums.items():
            y = self.piece("Stream", name)["y"]
            shown = [p["text"] for p in self.region("Stream") if abs(p["y"] - y) < 5 and is_number(p["text"])]
            units = 1.05 if name == "writes" else 0.55  # what is printed adds up: writes give way
            self.cells(f"Stream, {name}", shown or [""], values, units)
            last = [row for row in table["rows"] if row[0] == name][-1]
            self.cells(f"Stream's table, {name}", last[1:], values, units)
        written = [answer.embedding, *answer.writes[: self.step]]
        for row, values in zip(table["rows"], written, strict=False):
            self.cells(f"Stream's table, {row[0]}", row[1:], values)
        spoken = [*sums["sum now"], *(sums["all on"] if answer.off else ())]
        self.same("Stream's twin", numbers(twin, (*self.words(), *self.toy.tokens)), spoken)

    def says(self) -> None:
        answer, words = self.answer, self._vocabulary()
        for name, *printed in self.seen["says"]:
            place = words.index(name)
            before, arrow, now = printed[0].rpartition(" → ")
            self.chance(f"Says {name}", now, answer.probs[place])
            if bool(arrow) != bool(answer.off):
                self.wrong.append(f"Says {name}: '{printed[0]}'")
            if arrow:
                self.chance(f"Said {name}", before, answer.base_probs[place])
        for name, before, now in self.seen["tables"]["The model says"]["rows"]:
            self.chance(f"Says' table, {name}, all on", before, answer.base_probs[words.index(name)])
            self.chance(f"Says' table, {name}", now, answer.probs[words.index(name)])
        best = max(range(len(words)), key=lambda place: answer.probs[place])
        if words[best] not in [name for name, *_ in self.seen["says"]]:
            self.wrong.append(f"Says: the best word '{words[best]}' is not among those shown")

    def chance(self, what: str, text: str, truth: float) -> None:
        self.compared += 1
        if not percent_agrees(text, truth):
            self.wrong.append(f"{what}: '{text}' is printed, {truth:.6g} is true")

    def _vocabulary(self) -> list[str]:
        vocab = self.toy.vocab
        return [
            word if word not in vocab[:i] else f"{word}~{vocab[: i + 1].count(word)}" for i, word in enumerate(vocab)
        ]

    def worlds(self) -> None:
        oracle, question = self.answer.oracle, self.answer.question
        name = f"All {2 ** len(self.names)} worlds"
        table, twin = self.chart(name)
        values = {self.world_name(off): oracle.readout(off, question) for off in oracle.worlds()}
        printed = dict(label.split(": ") for label in self.seen["worlds"])
        self.cells("Map", list(printed.values()), [values[world] for world in printed])
        self.cells(
            "Map's table", [row[2] for row in table["rows"]], [values[r[0].split(": ")[0]] for r in table["rows"]]
        )
        if len(values) != len(printed) or len(values) != len(table["rows"]):
            self.wrong.append(f"Map: {len(printed)} points and {len(table['rows'])} rows for {len(values)} worlds")
        here = [label.split(": ")[0] for label in self.seen["here"]]
        if here != [self.world_name(self.answer.off)]:
            self.wrong.append(f"Map: marked {here}, not {self.world_name(self.answer.off)}")
        spread = [min(values.values()), max(values.values()), self.answer.readout]
        self.same("Map's twin", [n for n in numbers(twin, self.words()) if "." in n.text], spread)

    def world_name(self, off: tuple[int, ...]) -> str:
        if not off:
            return "All layers on"
        names = [self.names[layer] for layer in off]
        if len(names) == len(self.names) > 1:
            return "Without any layer"
        return "Without " + (", ".join(names[:-1]) + " and " if names[1:] else "") + names[-1]

    def paths(self) -> None:
        answer, (table, twin) = self.answer, self.chart("Paths")
        shares = answer.size_shares if self.measure == "size" else answer.shares
        alpha = answer.alpha if self.alpha is None else self.alpha
        curve = None if alpha is None or not answer.on else binomial(len(answer.on), alpha)
        self.cells("Paths' table, count", [row[1] for row in table["rows"]], answer.counts, 0)
        self.cells("Paths' table, share", [row[2] for row in table["rows"]], shares, 1.05)
        weights = curve[0] if curve else [None] * len(shares)
        self.cells("Paths' table, binomial", [row[3] for row in table["rows"]], weights, 1.05)
        region = self.region("Paths")
        units = sorted((p for p in region if p["text"] in ("path", "paths")), key=lambda piece: piece["x"])
        if len(units) != len(shares):
            self.wrong.append(f"Paths: {len(units)} lengths are named, and there are {len(shares)}")
        for length, (unit, share) in enumerate(zip(units, shares, strict=False)):
            near = [p for p in region if abs(p["x"] - unit["x"]) < self.pitch and p["bottom"] <= unit["bottom"]]
            near.sort(key=lambda piece: (round(piece["bottom"]), piece["x"]))
            printed = [piece["text"] for piece in near if is_number(piece["text"])]
            bar = [] if share is None else printed[:1]
            if printed[len(bar) :] != [f"{length}", f"{answer.counts[length]}"]:
                self.wrong.append(f"Paths: {printed} stands at length {length} of {answer.counts[length]} paths")
            self.cells(f"Paths, length {length}", bar, [] if share is None else [share])
        said = [p["text"] for p in region if "binomial" in p["text"]]
        if curve:
            self.same("Paths, binomial", numbers(said[0] if said else ""), [alpha or 0.0, curve[1]])
            self.same("Paths' twin, binomial", numbers(twin)[-2:], [alpha or 0.0, curve[1]])


def size_of(write: Sequence[float]) -> float:
    return sum(float(x) ** 2 for x in write) ** 0.5
