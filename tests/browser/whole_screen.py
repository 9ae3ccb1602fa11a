"""Every number on the screen beside what the oracle says it must be."""

from answer import binomial
from comparison import bare
from effect_screen import EffectScreen
from oracle import Off
from printed import is_number, nearest, numbers, percent_agrees, read


class WholeScreen(EffectScreen):
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
        parts = {"direct": sum(answer.direct), "viaLayers": sum(answer.via_layers), "viaNorm": answer.via_norm}
        natural = {"naturalDirect": answer.natural_direct, "naturalIndirect": answer.natural_indirect}
        for name, truth in {**parts, **natural, "total": answer.total}.items():
            if abs(float(data[name]) - truth) > 1e-11 * (1 + abs(answer.readout) + abs(answer.start)):
                self.wrong.append(f"data-{name}: {data[name]} is not {truth}")
        if data["split"] != self.split:
            self.wrong.append(f"data-split: {data['split']}")
        said = data["text"].replace("keys 1–", "keys ").replace("key 1", "key ")
        runs = [run for run in (answer.off, answer.reference) if run]
        counts = (f"keys {len(self.names)}", f"{self.words.prompts} prompts", *map(self.by_keys, runs))
        names = (*self.called(), self.words.toy.about, "2^d", *counts)
        printed = numbers(said, names)
        if not answer.moved:
            return self.same("sentence", printed[:1], [answer.readout])
        if answer.lowest and answer.highest:
            between = [printed.pop(1) for _ in printed[1:3]]
            self.same("sentence, spread", between, [answer.lowest["total"], answer.highest["total"]])
        shown = natural if self.split == "natural" else parts
        self.same("sentence", printed, [answer.total, *shown.values()])
        self.rounded("sentence", "(rounded)" in said, printed[1:], printed[0])
        self.repair(said)
        for run in runs:
            spelled = {self.run_name(run, short).lower() for short in (False, True)}
            if not any(name in said.lower() for name in spelled):
                self.wrong.append(f"sentence: it does not name the run {self.run_name(run)}")

    def repair(self, said: str) -> None:
        """What is said of later layers is what they did, and nothing if they did nothing about a loss."""
        words = self.strings["sentence"]
        answer = self.answer
        frozen = sum(answer.direct), sum(answer.via_layers)
        alone = len(answer.flipped) == 1 and answer.flipped[0] in answer.off and answer.on != []
        claim = repaired(frozen, (answer.natural_direct, answer.natural_indirect), self.split) if alone else None
        found = [kind for kind, sentence in words["repairs"].items() if sentence in said]
        if found != ([claim] if claim else []):
            self.wrong.append(f"sentence: {found} is said, {claim} is true")
        norm = bool(claim) and self.split == "frozen" and self.words.toy.norm != "none"
        if (words["withoutNorm"] in said) != norm:
            self.wrong.append(f"sentence: {'' if norm else 'needlessly '}the norm's share")

    def layers(self) -> None:
        answer = self.answer
        for name, length in zip(self.names, answer.sizes, strict=True):
            number = [p["text"] for p in self.in_row("Layers", self.row[name]) if "." in p["text"]]
            self.cells(f"Layers, {name}", number or [""], [length])
        table = self.seen["tables"]["Layers"]["rows"]
        now, before = ([answer.embedding_size, *sizes] for sizes in (answer.sizes, answer.reference_sizes))
        self.cells("Layers' table, now", [row[1] for row in table], now)
        self.cells("Layers' table, before", [row[2] for row in table], before)

    def gradient(self) -> None:
        answer, (table, twin) = self.answer, self.chart("Gradient")
        for column, track in enumerate(("whole", "layers", "plus"), start=1):
            sizes = answer.gradient[track]
            self.cells(f"Gradient's table, {track}", [row[column] for row in table["rows"]], reversed(sizes), None)
            legend = {"whole": "with the plus", "layers": "layers only", "plus": "plus alone"}[track]
            at = self.piece("Gradient", legend)
            value = [
                p["text"]
                for p in self.region("Gradient")
                if p["left"] > at["left"] and abs(p["y"] - at["y"]) < 6 and is_number(p["text"])
            ]
            # Where the playhead is at rest: at the embedding.
            self.cells(f"Gradient's legend, {track}", value or [""], [sizes[0]], None)
        ends = [answer.gradient["whole"][-1], *(answer.gradient[t][0] for t in ("whole", "layers", "plus"))]
        self.same("Gradient's twin", numbers(twin, self.called()), ends, None)
        stopped = self.strings["gradient"]["stopped"]
        through = answer.gradient["layers"]
        gone = [layer for layer, size in enumerate(through[:-1]) if size == 0 and through[-1] != 0]
        wanted = [stopped.format(layer=self.names[max(gone)])] if gone else []
        start = stopped.partition("{")[0]
        found = [piece["text"] for piece in self.region("Gradient") if piece["text"].startswith(start)]
        if found != wanted or any(text not in twin for text in wanted) or (start in twin) != bool(wanted):
            self.wrong.append(f"Gradient: {found} is said, not {wanted}; {twin}")

    def stream(self) -> None:
        answer, (table, twin) = self.answer, self.chart("Stream")
        now, before, exchanged = answer.sums(self.step)
        words = self.strings["stream"]["sums"]
        writes = [n - e for n, e in zip(now, answer.embedding, strict=True)]
        sums = {"now": now, "embedding": answer.embedding, "writes": writes}
        if answer.moved:
            plain = not answer.reference and self.words.ablation == "zero"
            sums = {
                "now": now,
                "reference" if answer.reference else "base": before,
                "subtracted" if plain else "swapped": exchanged,
            }
        for kind, values in sums.items():
            name = words[kind]
            y = self.piece("Stream", name)["y"]
            shown = [p["text"] for p in self.region("Stream") if abs(p["y"] - y) < 5 and is_number(p["text"])]
            self.cells(f"Stream, {name}", shown or [""], values)
            last = [row for row in table["rows"] if row[0] == name][-1]
            self.cells(f"Stream's table, {name}", last[1:], values)
        written = [answer.embedding, *answer.writes[: self.step]]
        for row, values in zip(table["rows"], written, strict=False):
            self.cells(f"Stream's table, {row[0]}", row[1:], values)
        self._stream_rounded(table["rows"])
        spoken = [*now, *(before if answer.moved else ())]
        self.same("Stream's twin", numbers(twin, self.called()), spoken)

    def _stream_rounded(self, rows: list[list[str]]) -> None:
        """In each column: all writers beside the sum now, and where nothing is off the embedding and all writes."""
        words, said = self.strings["stream"]["sums"], []
        now = next(row for row in rows if row[0] == words["now"])
        writes = next((row for row in rows if row[0] == words["writes"]), None)
        for i in range(1, len(now)):
            writers = [read(row[i]) for row in rows[: self.step + 1]]
            self.rounded("Stream's table, sum", now[i] != bare(now[i]), writers, read(bare(now[i])))
            if writes:
                said.append(writes[i] != bare(writes[i]))
                two = [writers[0], read(bare(writes[i]))]
                self.rounded("Stream's table, writes", said[-1], two, read(bare(now[i])))
        told = any(piece["text"] == self.strings["rounded"] for piece in self.region("Stream"))
        if told != any(said):
            self.wrong.append(f"Stream: it is {'' if told else 'not '}said that its sums are rounded")

    def says(self) -> None:
        answer, words = self.answer, self._vocabulary()
        for name, *printed in self.seen["says"]:
            place = words.index(name)
            before, arrow, now = printed[0].rpartition(" → ")
            self.chance(f"Says {name}", now, answer.probs[place])
            if bool(arrow) != answer.moved:
                self.wrong.append(f"Says {name}: '{printed[0]}'")
            if arrow:
                self.chance(f"Said {name}", before, answer.reference_probs[place])
        for name, before, now in self.seen["tables"]["The model says"]["rows"]:
            self.chance(f"Says' table, {name}, before", before, answer.reference_probs[words.index(name)])
            self.chance(f"Says' table, {name}", now, answer.probs[words.index(name)])
        best = max(range(len(words)), key=lambda place: answer.probs[place])
        if words[best] not in [name for name, *_ in self.seen["says"]]:
            self.wrong.append(f"Says: the best word '{words[best]}' is not among those shown")

    def chance(self, what: str, text: str, truth: float) -> None:
        self.compared += 1
        if not percent_agrees(text, truth):
            self.wrong.append(f"{what}: '{text}' is printed, {truth:.6g} is true")

    def _vocabulary(self) -> list[str]:
        vocab = list(self.words.vocab)
        return [
            word if word not in vocab[:i] else f"{word}~{vocab[: i + 1].count(word)}" for i, word in enumerate(vocab)
        ]

    def worlds(self) -> None:
        table, twin = self.chart(f"All {2 ** len(self.names)} worlds")
        values = {self.world_name(off): readout for off, readout in self.answer.readouts.items()}
        printed = dict(_named(label) for label in self.seen["worlds"])
        self.cells("Map", list(printed.values()), [values[world] for world in printed])
        truths = [values[_named(row[0])[0]] for row in table["rows"]]
        self.cells("Map's table", [row[2] for row in table["rows"]], truths)
        if len(values) != len(printed) or len(values) != len(table["rows"]):
            self.wrong.append(f"Map: {len(printed)} points and {len(table['rows'])} rows for {len(values)} worlds")
        here = [_named(label)[0] for label in self.seen["here"]]
        if here != [self.world_name(self.answer.off)]:
            self.wrong.append(f"Map: marked {here}, not {self.world_name(self.answer.off)}")
        spread = [min(values.values()), max(values.values()), self.answer.readout]
        self.same("Map's twin", [n for n in numbers(twin, self.called()) if "." in n.text], spread)

    def world_name(self, off: Off) -> str:
        run = self.run_name(off)
        return run[0].upper() + run[1:]

    def paths(self) -> None:
        answer, (table, twin), words = self.answer, self.chart("Paths"), self.strings["paths"]
        shares = answer.size_shares if self.measure == "size" else answer.shares
        alpha, curve = answer.alpha, (answer.binomial, answer.mean_length)
        if self.alpha is not None:
            alpha, curve = self.alpha, binomial(len(answer.on), self.alpha)
        if alpha is None or not answer.on or self.measure == "share":
            curve = None
        self.cells("Paths' table, count", [row[1] for row in table["rows"]], answer.counts, 0)
        self.cells("Paths' table, share", [row[2] for row in table["rows"]], shares, 4)
        weights = curve[0] if curve else [None] * len(shares)
        if self.measure == "size":
            self.cells("Paths' table, binomial", [row[3] for row in table["rows"]], weights, 4)
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
        texts = [piece["text"] for piece in region]
        said = [text for text in texts if "binomial" in text or text.startswith(words["mean"].partition("{")[0])]
        if curve:
            self.same("Paths, binomial", numbers("".join(said[:1])), [alpha or 0.0])
            self.same("Paths, mean", numbers("".join(said[1:])), [curve[1] or 0.0], 1)
            self.same("Paths' twin, binomial", numbers(twin)[-2:-1], [alpha or 0.0])
            self.same("Paths' twin, mean", numbers(twin)[-1:], [curve[1] or 0.0], 1)
        signed = self.measure == "share" and None not in shares
        if (words["signed"] in texts) != signed or (said != []) != (self.measure == "size"):
            self.wrong.append(f"Paths: {texts} explains another measure")


def repaired(frozen: tuple[float, float], natural: tuple[float, float], split: str) -> str | None:
    """What later layers did about one layer's own loss: "part", "more", "against", or None if nothing is said.

    frozen, natural: what the layer off did itself, and what the later ones did.
    """
    for lost, later in (frozen, natural):
        if lost * later >= 0 or not nearest(lost, 0.01) or not nearest(later, 0.01):
            return None
    if (frozen[0] > 0) != (natural[0] > 0):
        return None
    lost, later = frozen if split == "frozen" else natural
    return "against" if lost > 0 else "more" if later > -lost else "part"


def _named(label: str) -> tuple[str, str]:
    """A world's name and its value."""
    name, _, value = label.rpartition(": ")
    return name, value
