"""Makes vaults of Markdown notes: always the same for a seed, with words as unevenly spread as in real text."""

from __future__ import annotations

import datetime as dt
import random
from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

# The commonest words of English; they make up nearly half of all running text, and most of a typed question.
FUNCTION_WORDS = """
    the of and to a in is that for it as was with be by on not he i this are or his from at which but have an had
    they you were their one all we can her has there been if more when will would who so no she other its may these
    what them than some him time into only could new then do any my now such like our over man me even most made after
    also did many before must through years where much your way well down should because each just those people how
    too little use between
"""
_ONSETS = [*"bcdfghlmnprstvw", "br", "cl", "st", "tr", "ch", "sh"]
_VOWELS = [*"aeiou", "ea", "ou"]
_CODAS = ["", "", "", "l", "n", "r", "s", "t", "nd"]
_ENDINGS = ["", "", "", "s", "ed", "ing", "ly", "er", "ion"]
_THAI = [a + b + c for a in "กขคงจชดตถทนบปพมยรลวสหอ" for b in "าิีืุูั" for c in ("", "น", "ง", "ม", "ก")]
_HAN = [chr(code) for code in range(0x4E00, 0x4E00 + 4000)]
_KANA = [chr(code) for code in range(0x3042, 0x3094)]
_TOPICS = 200
_FOREIGN_SHARE = 0.2


@dataclass(frozen=True, slots=True)
class Language:
    """Words with their cumulative weights (Zipf), what stands between words, and what ends a sentence."""

    words: list[str]
    weights: list[float]
    gap: str
    stop: str


def _zipf(words: list[str], gap: str, stop: str) -> Language:
    return Language(words, list(accumulate(1 / (rank + 2.7) for rank in range(len(words)))), gap, stop)


def _word(random_: random.Random) -> str:
    syllables = random_.choice((1, 2, 2, 3))
    parts = (random_.choice(_ONSETS) + random_.choice(_VOWELS) + random_.choice(_CODAS) for _ in range(syllables))
    return "".join(parts) + random_.choice(_ENDINGS)


def _distinct(random_: random.Random, count: int, letters: list[str], lengths: tuple[int, ...]) -> list[str]:
    """Return words of a script without spaces, the commonest ones of its commonest letters."""
    weights = list(accumulate(1 / (rank + 5) for rank in range(len(letters))))
    return list(
        dict.fromkeys(
            "".join(random_.choices(letters, cum_weights=weights, k=random_.choice(lengths))) for _ in range(count)
        )
    )


class Writer:
    """Writes the notes of one vault; the same seed writes the same notes."""

    def __init__(self, seed: int = 1) -> None:
        self._random = random.Random(seed)
        english = dict.fromkeys(FUNCTION_WORDS.split()) | dict.fromkeys(_word(self._random) for _ in range(45_000))
        self.english = _zipf(list(english), " ", ". ")
        self.foreign = (
            _zipf(_distinct(self._random, 12_000, _HAN, (1, 2, 2, 2, 3)), "", "。"),
            _zipf(_distinct(self._random, 12_000, _KANA + _HAN[:2000], (2, 2, 3, 4)), "", "。"),
            _zipf(_distinct(self._random, 12_000, _THAI, (1, 2, 2, 3)), "", " "),
        )
        rare = self.english.words[400:]
        self.topics = [self._random.sample(rare, 40) for _ in range(_TOPICS)]

    def write(self, folder: Path, notes: int) -> int:
        """Write `notes` notes below `folder`, two thirds in folders by subject, the rest a journal; returns their bytes."""
        total = 0
        for number in range(notes):
            path, text = self._note(number)
            data = text.encode()
            file = folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
            total += len(data)
        return total

    def _note(self, number: int) -> tuple[str, str]:
        language = self.english
        if self._random.random() < _FOREIGN_SHARE:
            language = self._random.choice(self.foreign)
        topic = self._random.randrange(_TOPICS)
        title = " ".join(self._random.sample(self.topics[topic], 2)).capitalize()
        if number % 3 == 0:
            day = dt.date(2012, 1, 1) + dt.timedelta(days=number // 3)
            path = f"Journal/{day.year}/{day}.md"
        else:
            path = f"{self.topics[topic][0].capitalize()}/{title} {number}.md"
        blocks = [self._front_matter(number, topic)] if self._random.random() < 0.6 else []
        blocks.append(f"# {title}")
        length = max(1, round(self._random.lognormvariate(1.33, 0.9)))
        blocks += [self._block(language, topic) for _ in range(length)]
        return path, "\n\n".join(blocks) + "\n"

    def _front_matter(self, number: int, topic: int) -> str:
        words = self.topics[topic]
        lines = [f"tags: [{words[1]}, {words[0]}/{words[2]}]", f"status: {('open', 'done', 'waiting')[number % 3]}"]
        if number % 4 == 0:
            lines.append(f"aliases:\n  - {' '.join(self._random.sample(words, 2))}")
        return "\n".join(["---", *lines, "---"])

    def _block(self, language: Language, topic: int) -> str:
        kind = self._random.random()
        if kind < 0.14:
            return f"## {' '.join(self._random.sample(self.topics[topic], 3))}\n\n{self._paragraph(language, topic)}"
        if kind < 0.24:
            return "\n".join(f"- {'[ ] ' if kind < 0.16 else ''}{self._sentence(language, topic)}" for _ in range(5))
        if kind < 0.29:
            rows = [" | ".join(self._random.sample(self.topics[topic], 3)) for _ in range(6)]
            return "\n".join(f"| {row} |" for row in [rows[0], "--- | --- | ---", *rows[1:]])
        if kind < 0.34:
            names = self._random.sample(self.topics[topic], 4)
            return f"```python\ndef {names[0]}_{names[1]}({names[2]}):\n    return {names[2]}.{names[3]}(0x{topic:02x})\n```"
        return self._paragraph(language, topic)

    def _paragraph(self, language: Language, topic: int) -> str:
        return language.stop.join(self._sentence(language, topic) for _ in range(self._random.randint(2, 8)))

    def _sentence(self, language: Language, topic: int) -> str:
        words = self._random.choices(language.words, cum_weights=language.weights, k=self._random.randint(5, 18))
        if language is self.english:
            words[-1] = self._random.choice(self.topics[topic])
            words[0] = words[0].capitalize()
            if self._random.random() < 0.1:
                words[len(words) // 2] = f"**[[{words[len(words) // 2]}]]**"
        return language.gap.join(words)

    def questions(self, count: int) -> list[str]:
        """Return `count` queries in turn: a word or two, a few words, whole questions, no spaces, filters, a phrase."""
        return [self._question(number % 10) for number in range(count)]

    def _question(self, kind: int) -> str:
        pick, topic = self._random, self._random.choice(self.topics)
        usual = pick.choices(self.english.words, cum_weights=self.english.weights, k=12)
        if kind < 2:  # one or two words
            return " ".join(pick.sample(topic, kind + 1))
        if kind < 4:  # three to five, some of them everyday ones
            return " ".join([*pick.sample(topic, 2), *usual[: pick.randint(1, 3)]])
        if kind < 7:  # a question in natural words
            start = pick.choice(("how do I", "what is the", "where did we put the", "why is there a", "who has the"))
            return f"{start} {' '.join([*usual[: pick.randint(1, 6)], *pick.sample(topic, 2)])}?"
        if kind == 7:  # a script without spaces
            language = pick.choice(self.foreign)
            return "".join(pick.choices(language.words, cum_weights=language.weights, k=pick.randint(1, 4)))
        if kind == 8:  # filters
            return pick.choice(
                (
                    f"tag:{topic[1]} {usual[0]} {topic[3]}",
                    f"path:Journal {topic[4]} {usual[1]}",
                    f"{topic[5]} -{topic[6]}",
                )
            )
        return f'"{usual[0]} {usual[1]}" {topic[7]}'
