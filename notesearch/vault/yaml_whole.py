"""Reads YAML that takes a whole parser, within bounds that no hostile block can break."""

from __future__ import annotations

import re
from itertools import accumulate
from typing import TYPE_CHECKING

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from notesearch.vault.yaml_lines import NULLS

if TYPE_CHECKING:
    from notesearch.vault.yaml_lines import Pairs, Value

LONGEST = 32 * 1024  # characters; the parser takes some 5 µs for each
_MOST_VALUES = 5000  # aliases may repeat a value without end
_DEEPEST = 20
_MOST_BRACKETS = 100


class NotYamlError(Exception):
    """The block is not valid YAML, or more than we read; the text says where."""


def read_whole(block: str) -> Pairs | None:
    """Return the top-level pairs of `block`, every scalar as it is written; None when it is no mapping.

    Raises NotYamlError.
    """
    if len(block) > LONGEST:
        raise NotYamlError(f"it has more than {LONGEST:,} characters")
    if _brackets(block) > _MOST_BRACKETS:
        raise NotYamlError("its brackets are nested too deeply")
    try:
        node = YAML(typ="safe", pure=True).compose(block)
    except MarkedYAMLError as error:
        where = f"line {error.problem_mark.line + 1}: " if error.problem_mark is not None else ""
        raise NotYamlError(f"{where}{error.problem or 'it cannot be parsed'}") from error
    except (YAMLError, ValueError, AttributeError, RecursionError) as error:
        raise NotYamlError("it cannot be parsed") from error
    if node is None:
        return []
    if not isinstance(node, MappingNode):
        return None
    return list(_Budget().pairs(node, 0))


def _brackets(block: str) -> int:
    """Return how deeply the brackets of `block` are nested at most; the parser takes seconds to fail on thousands."""
    depth = (1 if bracket in "[{" else -1 for bracket in re.findall(r"[\[\]{}]", block))
    return max(accumulate(depth), default=0)


class _Budget:
    """Turns nodes into values, at most a fixed number of them."""

    def __init__(self) -> None:
        self.left = _MOST_VALUES

    def pairs(self, node: MappingNode, depth: int) -> Pairs:
        """Return the pairs of a mapping; keys that are no scalars are left out, merged mappings put in."""
        pairs: Pairs = []
        for key, child in node.value:
            if self.left <= 0 or not isinstance(key, ScalarNode):
                continue
            value = self.value(child, depth + 1)
            if key.value == "<<" and isinstance(value, tuple):
                pairs += value
            else:
                pairs.append((key.value, value))
        return pairs

    def value(self, node: Node, depth: int) -> Value:
        """Return what `node` holds; None beyond the bounds."""
        self.left -= 1
        if self.left < 0 or depth > _DEEPEST:
            return None
        if isinstance(node, MappingNode):
            return tuple(self.pairs(node, depth))
        if isinstance(node, SequenceNode):
            return [self.value(child, depth + 1) for child in node.value]
        plain = isinstance(node, ScalarNode) and node.style is None
        return None if plain and node.value in NULLS else str(node.value)
