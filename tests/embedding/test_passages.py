"""Passages are handed out in order, each once, and the one that a process died on is found."""

from __future__ import annotations

from notesearch.embedding.embedder import Passage, PassageVectors
from notesearch.embedding.passages import PassageQueue
from notesearch.embedding.wire import Failure, Vector


def filled(*texts: str) -> PassageQueue:
    queue = PassageQueue()
    queue.add(Passage(key, text) for key, text in enumerate(texts))
    return queue


def sent(queue: PassageQueue) -> list[tuple[int, str]]:
    found = []
    while (item := queue.next()) is not None:
        found.append(item)
    return found


def test_they_are_handed_out_in_order_a_dozen_at_a_time() -> None:
    queue = filled(*"abcdefghijklmnop")
    first = sent(queue)
    assert "".join(text for _, text in first) == "abcdefghijkl"
    queue.collect([Vector(first[0][0], urgent=False, vector=b"v", cut=False)])
    assert [text for _, text in sent(queue)] == ["m"]


def test_vectors_and_failures_come_back_under_the_callers_keys() -> None:
    queue = filled("a", "b")
    (one, _), (two, _) = sent(queue)
    answers = [Vector(one, urgent=False, vector=b"v", cut=False), Failure(two, urgent=False, detail="no")]
    assert queue.collect(answers) == PassageVectors(((0, b"v"),), ((1, "no"),))
    assert queue.collect(answers) is None
    assert len(queue) == 0


def test_answers_to_queries_are_none_of_its_business() -> None:
    queue = filled("a")
    ((serial, _),) = sent(queue)
    assert queue.collect([Vector(serial, urgent=True, vector=b"v", cut=False)]) is None


def test_the_same_passage_is_taken_once_and_a_changed_one_instead_of_it() -> None:
    queue = filled("old")
    ((old, _),) = sent(queue)
    queue.add([Passage(0, "old"), Passage(0, "new"), Passage(0, "newest")])
    ((new, text),) = sent(queue)
    assert text == "newest"
    assert queue.collect([Vector(old, urgent=False, vector=b"o", cut=False)]) is None
    assert queue.collect([Vector(new, urgent=False, vector=b"n", cut=False)]) == PassageVectors(((0, b"n"),))


def test_what_is_recalled_goes_first_and_may_still_come_back() -> None:
    queue = filled(*"abcdefghijklmn")
    first = sent(queue)
    queue.recall()
    assert not queue.sent
    assert queue.collect([Vector(first[0][0], urgent=False, vector=b"v", cut=False)]) == PassageVectors(((0, b"v"),))
    assert "".join(text for _, text in sent(queue)) == "bcdefghijklm"


def test_the_second_death_on_one_passage_tells() -> None:
    queue = filled("good", "bad")
    (one, _), _ = sent(queue)
    queue.collect([Vector(one, urgent=False, vector=b"v", cut=False)])
    assert queue.mourn() is None
    assert len(queue) == 0
    queue.add([Passage(1, "bad")])
    sent(queue)
    assert queue.mourn() == 1


def test_a_passage_that_came_back_in_between_is_not_blamed() -> None:
    queue = filled("a")
    sent(queue)
    assert queue.mourn() is None
    queue.add([Passage(0, "a")])
    ((serial, _),) = sent(queue)
    queue.collect([Vector(serial, urgent=False, vector=b"v", cut=False)])
    queue.add([Passage(0, "a")])
    sent(queue)
    assert queue.mourn() is None


def test_texts_that_lost_their_end_are_counted() -> None:
    queue = filled("a", "b")
    (one, _), (two, _) = sent(queue)
    queue.collect([Vector(one, urgent=False, vector=b"v", cut=True), Vector(two, urgent=False, vector=b"v", cut=False)])
    assert queue.cut == 1
