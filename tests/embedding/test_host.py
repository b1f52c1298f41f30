"""The host answers queries before passages, keeps every time limit, and survives whatever happens to the process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import fake_models
import pytest
from fake_models import Plan, fake_file

from notesearch.embedding.absent import NoHost
from notesearch.embedding.embedder import Event, HostState, Passage, PassageVectors, QueryVector
from notesearch.embedding.host import LlamaHost, threads_for
from notesearch.embedding.keeper import Limits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from notesearch.embedding.families import ModelFile

PATIENCE = 30.0
QUICK = Limits(restart_waits=(0.01, 0.02, 0.03))


@pytest.fixture
def host_of() -> Iterator[Callable[..., LlamaHost]]:
    hosts: list[LlamaHost] = []

    def make(model: ModelFile, limits: Limits = QUICK, idle_minutes: float = 0) -> LlamaHost:
        hosts.append(LlamaHost(model, 1, idle_minutes, limits, fake_models.main))
        return hosts[-1]

    yield make
    for host in hosts:
        host.close()


def until(host: LlamaHost, found: Callable[[list[Event]], bool]) -> list[Event]:
    """Poll until `found` is true of all events so far."""
    events: list[Event] = []
    deadline = time.monotonic() + PATIENCE
    while not found(events):
        assert time.monotonic() < deadline, f"it never came; events: {events}"
        events += host.poll(0.2)
    return events


def phases(events: list[Event]) -> list[str]:
    return [event.phase for event in events if isinstance(event, HostState)]


def vectors(events: list[Event]) -> dict[int, bytes]:
    return {key: vector for event in events if isinstance(event, PassageVectors) for key, vector in event.vectors}


def failures(events: list[Event]) -> dict[int, str]:
    return {key: why for event in events if isinstance(event, PassageVectors) for key, why in event.failed}


def answers(events: list[Event]) -> dict[int, QueryVector]:
    return {event[0]: event[1] for event in events if isinstance(event, tuple)}


def passages(*texts: str) -> tuple[Passage, ...]:
    return tuple(Passage(key, text) for key, text in enumerate(texts))


def place(vector: bytes | None) -> int:
    """Return as which text the process took this one."""
    assert vector is not None
    return int(vector.split(b":")[0])


def test_a_query_starts_the_process_and_gets_its_vector(tmp_path: Path, host_of: Callable[..., LlamaHost]) -> None:
    host = host_of(fake_file(tmp_path, query_prefix="query: "))
    assert (host.state.phase, host.fileno()) == ("off", -1)
    answer = host.embed_query("heron")
    assert (answer.status, answer.vector, answer.reason) == ("done", b"1:query: heron", None)
    assert answer.ms > 0
    assert host.state == HostState("ready", None, host.state.model)
    assert phases(host.poll()) == ["loading", "ready"]
    assert host.fileno() >= 0


def test_passages_come_back_under_their_keys_with_the_prefix(tmp_path: Path, host_of: Callable[..., LlamaHost]) -> None:
    host = host_of(fake_file(tmp_path, passage_prefix="passage: "))
    batch = tuple(Passage(2**40 + number, f"text {number}") for number in range(30))
    assert host.offer(batch)
    back = vectors(until(host, lambda events: len(vectors(events)) == 30))
    assert {key: vector.split(b":", 1)[1].decode() for key, vector in back.items()} == {
        passage.key: f"passage: {passage.text}" for passage in batch
    }


def test_a_query_goes_before_the_passages_that_wait(tmp_path: Path, host_of: Callable[..., LlamaHost]) -> None:
    host = host_of(fake_file(tmp_path))
    host.embed_query("warm up")
    host.offer(passages(*["sleep=0.1"] * 12))
    first = until(host, lambda events: len(vectors(events)) >= 1)
    answer = host.embed_query("heron")
    rest = until(host, lambda events: len(vectors(first + events)) == 12)
    # One passage was being worked on, and one may have been begun while the question was on its way.
    assert place(answer.vector) <= max(place(vector) for vector in vectors(first).values()) + 3
    assert place(answer.vector) < max(place(vector) for vector in vectors(rest).values())


def test_requests_come_out_of_poll_by_their_tickets(tmp_path: Path, host_of: Callable[..., LlamaHost]) -> None:
    host = host_of(fake_file(tmp_path))
    tickets = [host.request_query(text) for text in ("one", "two", "raise")]
    found = answers(until(host, lambda events: len(answers(events)) == 3))
    assert list(found) == tickets
    assert [found[ticket].status for ticket in tickets] == ["done", "done", "failed"]
    assert found[tickets[2]].reason == "query embedding failed: as it was told"


def test_a_slow_query_is_a_timeout_and_the_next_one_works(tmp_path: Path, host_of: Callable[..., LlamaHost]) -> None:
    host = host_of(fake_file(tmp_path), Limits(query=0.3))
    host.embed_query("warm up")
    began = time.monotonic()
    late = host.embed_query("sleep=0.8")
    assert time.monotonic() - began < 0.7
    assert (late.vector, late.status, late.reason) == (None, "failed", "timeout: no answer within 0.3 s")
    until(host, lambda events: time.monotonic() > began + 1.0)
    assert host.embed_query("heron").status == "done"


def test_a_query_waits_longer_while_the_model_loads(tmp_path: Path, host_of: Callable[..., LlamaHost]) -> None:
    host = host_of(fake_file(tmp_path, Plan(load_seconds=0.6)), Limits(query=0.3))
    assert host.embed_query("heron").status == "done"


def test_a_requested_query_times_out_through_poll(tmp_path: Path, host_of: Callable[..., LlamaHost]) -> None:
    host = host_of(fake_file(tmp_path, Plan(load_seconds=60)), Limits(query_while_loading=0.2))
    ticket = host.request_query("heron")
    answer = answers(until(host, lambda events: bool(answers(events))))[ticket]
    assert (answer.status, answer.reason) == ("failed", "timeout: no answer within 0.2 s")


def test_while_paused_only_queries_are_embedded(tmp_path: Path, host_of: Callable[..., LlamaHost]) -> None:
    host = host_of(fake_file(tmp_path))
    host.embed_query("warm up")
    host.offer(passages(*["sleep=0.05"] * 12))
    until(host, lambda events: len(vectors(events)) >= 1)
    host.pause()
    assert not host.offer(passages("other"))
    came = host.poll(0.3) + host.poll(0.3)
    assert host.embed_query("heron").status == "done"
    assert len(vectors(came)) <= 3
    quiet = host.poll(0.3)
    assert not vectors(quiet)
    host.resume()
    until(host, lambda events: 11 in vectors(events))


def test_a_full_queue_takes_no_more_until_some_have_come_back(
    tmp_path: Path, host_of: Callable[..., LlamaHost]
) -> None:
    host = host_of(fake_file(tmp_path, Plan(load_seconds=0.3)))
    offered = 0
    while host.offer(tuple(Passage(offered + number, "text") for number in range(16))):
        offered += 16
    assert offered >= 32
    until(host, lambda events: len(vectors(events)) == offered)
    assert host.offer(passages("again"))


def test_a_changed_passage_takes_the_place_of_the_one_under_way(
    tmp_path: Path, host_of: Callable[..., LlamaHost]
) -> None:
    host = host_of(fake_file(tmp_path))
    host.embed_query("warm up")
    host.offer((Passage(7, "sleep=0.2 old"),))
    host.offer((Passage(7, "new"),))
    events = until(host, lambda events: bool(vectors(events)))
    assert vectors(events)[7].endswith(b":new")
    assert [len(event.vectors) for event in events if isinstance(event, PassageVectors)] == [1]


def test_a_passage_that_cannot_be_embedded_comes_back_with_its_reason(
    tmp_path: Path, host_of: Callable[..., LlamaHost]
) -> None:
    host = host_of(fake_file(tmp_path))
    host.offer(passages("good", "raise", "good"))
    events = until(host, lambda events: len(vectors(events)) == 2 and bool(failures(events)))
    assert failures(events) == {1: "as it was told"}


@pytest.mark.parametrize(("order", "name"), [("kill=9", "SIGKILL"), ("abort", "SIGABRT"), ("kill=11", "SIGSEGV")])
def test_the_death_of_the_process_is_told_and_it_starts_again(
    tmp_path: Path, host_of: Callable[..., LlamaHost], order: str, name: str
) -> None:
    host = host_of(fake_file(tmp_path))
    answer = host.embed_query(order)
    assert answer.status == "failed"
    assert answer.reason is not None
    assert answer.reason.startswith(f"model stopped: it was ended by {name}")
    assert phases(until(host, lambda events: "ready" in phases(events)[2:])) == [
        "loading",
        "ready",
        "failed",
        "loading",
        "ready",
    ]
    assert host.embed_query("heron").status == "done"


def test_a_process_killed_from_outside_gives_its_passages_back(
    tmp_path: Path, host_of: Callable[..., LlamaHost]
) -> None:
    host = host_of(fake_file(tmp_path))
    batch = passages(*["sleep=0.05"] * 8)
    host.offer(batch)
    until(host, lambda events: len(vectors(events)) >= 2)
    assert host.pid is not None
    os.kill(host.pid, signal.SIGKILL)
    until(host, lambda events: "failed" in phases(events))
    until(host, lambda events: host.offer(batch))
    assert len(vectors(until(host, lambda events: len(vectors(events)) == 8))) == 8


def test_while_it_waits_to_start_again_a_query_is_skipped_at_once(
    tmp_path: Path, host_of: Callable[..., LlamaHost]
) -> None:
    host = host_of(fake_file(tmp_path), Limits(restart_waits=(60,)))
    host.embed_query("abort")
    answer = host.embed_query("heron")
    assert answer.status == "skipped"
    assert answer.reason is not None
    assert answer.reason.startswith("model stopped: it was ended by SIGABRT")
    assert not host.offer(passages("text"))
    assert host.fileno() == -1


def test_after_three_tries_it_stays_down_until_it_is_started_on_purpose(
    tmp_path: Path, host_of: Callable[..., LlamaHost]
) -> None:
    cure = tmp_path / "cure"
    host = host_of(fake_file(tmp_path, Plan(die_until_exists=str(cure))))
    host.start()
    events = until(host, lambda events: phases(events).count("failed") == 4)
    assert phases(events).count("loading") == 4
    assert phases(host.poll(0.2)) == []
    assert host.embed_query("heron").status == "skipped"
    cure.touch()
    host.start()
    assert host.embed_query("heron").status == "done"


def test_a_passage_that_kills_the_process_twice_is_given_up(tmp_path: Path, host_of: Callable[..., LlamaHost]) -> None:
    host = host_of(fake_file(tmp_path))
    events: list[Event] = []
    wanted = passages("good", "abort", "good", "good")
    deadline = time.monotonic() + PATIENCE
    while len(vectors(events)) < 3 or not failures(events):
        assert time.monotonic() < deadline
        done = vectors(events).keys() | failures(events).keys()
        host.offer(tuple(passage for passage in wanted if passage.key not in done))
        events += host.poll(0.05)
    assert list(failures(events)) == [1]
    assert failures(events)[1].startswith("model stopped: it was ended by SIGABRT")


def test_a_process_that_does_not_load_in_time_is_ended(tmp_path: Path, host_of: Callable[..., LlamaHost]) -> None:
    host = host_of(fake_file(tmp_path, Plan(load_seconds=60)), Limits(load=0.4, restart_waits=(60,)))
    host.start()
    states = until(host, lambda events: "failed" in phases(events))
    last = states[-1]
    assert isinstance(last, HostState)
    assert last.reason == "model stopped: it gave no sign of life for 0.4 s; it is started again in 60 s"


def test_a_process_that_hangs_on_a_passage_is_ended(tmp_path: Path, host_of: Callable[..., LlamaHost]) -> None:
    host = host_of(fake_file(tmp_path), Limits(answer=0.4, restart_waits=(60,)))
    host.embed_query("warm up")
    host.offer(passages("sleep=60"))
    until(host, lambda events: "failed" in phases(events))
    assert host.pid is None


def test_an_idle_process_ends_itself_and_comes_back_when_needed(
    tmp_path: Path, host_of: Callable[..., LlamaHost]
) -> None:
    host = host_of(fake_file(tmp_path), idle_minutes=0.2 / 60)
    host.embed_query("heron")
    until(host, lambda events: "off" in phases(events))
    assert host.state.reason is not None
    assert host.state.reason.startswith("asleep")
    assert host.fileno() == -1
    assert host.embed_query("heron").status == "done"


def test_a_process_that_died_once_may_sleep_later(tmp_path: Path, host_of: Callable[..., LlamaHost]) -> None:
    host = host_of(fake_file(tmp_path), idle_minutes=0.2 / 60)
    host.embed_query("abort")
    events = until(host, lambda events: "off" in phases(events))
    assert phases(events)[-3:] == ["loading", "ready", "off"]
    assert phases(host.poll(0.3)) == []


def test_waiting_costs_nothing_when_the_file_is_gone_after_a_death(
    tmp_path: Path, host_of: Callable[..., LlamaHost]
) -> None:
    model = fake_file(tmp_path)
    host = host_of(model)
    host.embed_query("warm up")
    model.path.rename(tmp_path / "aside")
    assert host.pid is not None
    os.kill(host.pid, signal.SIGKILL)
    until(host, lambda events: (host.state.reason or "").startswith("model missing"))
    used = time.process_time()
    host.poll(0.5)
    assert time.process_time() - used < 0.2


def test_a_refused_model_fails_with_its_reason_and_is_not_tried_at_each_query(
    tmp_path: Path, host_of: Callable[..., LlamaHost]
) -> None:
    host = host_of(fake_file(tmp_path, Plan(refuse="it is broken")))
    first, second = host.embed_query("heron"), host.embed_query("heron")
    assert (first.status, first.reason) == ("failed", "model damaged: it is broken")
    assert (second.status, second.reason) == ("skipped", "model damaged: it is broken")
    assert (host.state.phase, host.state.reason, host.pid) == ("failed", "model damaged: it is broken", None)


def test_vectors_of_an_unexpected_length_are_refused(tmp_path: Path, host_of: Callable[..., LlamaHost]) -> None:
    host = host_of(fake_file(tmp_path, Plan(dimensions=8)))
    assert host.embed_query("heron").reason == "model damaged: its vectors have 8 numbers, 4 were expected"


def test_a_file_that_is_removed_while_running_is_missing(tmp_path: Path, host_of: Callable[..., LlamaHost]) -> None:
    model = fake_file(tmp_path)
    host = host_of(model)
    host.embed_query("heron")
    aside = model.path.rename(tmp_path / "aside")
    answer = host.embed_query("heron")
    assert answer.status == "skipped"
    assert answer.reason is not None
    assert answer.reason.startswith(f"model missing: {model.path} cannot be opened")
    assert host.pid is None
    aside.rename(model.path)
    assert host.embed_query("heron").status == "done"


def test_a_file_that_is_swapped_while_running_is_not_used(tmp_path: Path, host_of: Callable[..., LlamaHost]) -> None:
    model = fake_file(tmp_path)
    host = host_of(model)
    host.embed_query("heron")
    model.path.write_bytes(model.path.read_bytes() + b" ")
    answer = host.embed_query("heron")
    assert answer.reason is not None
    assert answer.reason.startswith(f"model damaged: {model.path} has changed")
    assert not host.offer(passages("text"))


def test_a_query_in_a_script_that_the_model_does_not_know_is_skipped_without_a_process(
    tmp_path: Path, host_of: Callable[..., LlamaHost]
) -> None:
    host = host_of(fake_file(tmp_path, scripts=frozenset({"Latn"}), languages="English"))
    answer = host.embed_query("นกที่กินปลา")
    assert (answer.vector, answer.status) == (None, "skipped")
    assert answer.reason == "language not known: this model knows English, the query is in Thai"
    assert host.state.phase == "off"


def test_without_llama_cpp_the_reason_says_how_to_get_it(
    tmp_path: Path, host_of: Callable[..., LlamaHost], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    answer = host_of(fake_file(tmp_path)).embed_query("heron")
    assert answer.status == "skipped"
    assert answer.reason is not None
    assert answer.reason.startswith("not installed: llama-cpp-python is missing")


def test_closing_is_quick_even_in_the_middle_of_a_passage(tmp_path: Path, host_of: Callable[..., LlamaHost]) -> None:
    host = host_of(fake_file(tmp_path))
    host.embed_query("warm up")
    host.offer(passages("sleep=60"))
    host.poll()
    began = time.monotonic()
    host.close()
    assert time.monotonic() - began < 1
    assert (host.state.phase, host.fileno(), host.poll()) == ("off", -1, [])


def test_the_process_loads_no_qt(tmp_path: Path, host_of: Callable[..., LlamaHost]) -> None:
    modules = (host_of(fake_file(tmp_path)).embed_query("modules").reason or "").split(",")
    assert "msgspec" in modules
    assert "PySide6" not in modules


def test_importing_the_host_loads_nothing_heavy() -> None:
    code = (
        "import sys, notesearch.embedding.host, notesearch.embedding.models, notesearch.embedding.install\n"
        "print(*sorted({'numpy', 'gguf', 'llama_cpp', 'pip', 'PySide6'} & sys.modules.keys()))"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "\n"


PROGRAM = """
import sys, time
sys.path.insert(0, {tests!r})
from pathlib import Path
import fake_models
from notesearch.embedding.host import LlamaHost
if __name__ == "__main__":
    host = LlamaHost(fake_models.fake_file(Path({folder!r})), 1, 0, None, fake_models.main)
    host.start()
    if {load!r}:
        host.embed_query("warm up")
    try:
        print(host.pid, flush=True)
        while True:
            host.poll(1)
    except KeyboardInterrupt:
        host.close()
"""


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Callable[[bool], subprocess.Popen[str]]]:
    started: list[subprocess.Popen[str]] = []

    def start(load: bool) -> subprocess.Popen[str]:  # noqa: FBT001 - the test's one knob
        script = tmp_path / "program.py"
        script.write_text(PROGRAM.format(tests=str(Path(__file__).parent), folder=str(tmp_path), load=load))
        started.append(
            subprocess.Popen(
                [sys.executable, script],
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                start_new_session=True,
            )
        )
        return started[-1]

    yield start
    for process in started:
        process.kill()
        process.communicate()


def gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    # Nobody may be there to collect it: a zombie has ended too.
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize("load", [True, False])
def test_the_process_ends_with_the_program(
    program: Callable[[bool], subprocess.Popen[str]],
    load: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    running = program(load)
    assert running.stdout is not None
    pid = int(running.stdout.readline())
    running.kill()
    running.wait()
    deadline = time.monotonic() + PATIENCE
    while not gone(pid):
        assert time.monotonic() < deadline
        time.sleep(0.01)


@pytest.mark.skipif(sys.platform == "win32", reason="signals are sent to a group")
@pytest.mark.parametrize("load", [True, False])
def test_ctrl_c_in_the_terminal_prints_no_traceback(
    program: Callable[[bool], subprocess.Popen[str]],
    load: bool,  # noqa: FBT001 - a parameter of the test
) -> None:
    running = program(load)
    assert running.stdout is not None
    running.stdout.readline()
    os.killpg(running.pid, signal.SIGINT)
    _, complaints = running.communicate(timeout=PATIENCE)
    assert (running.returncode, complaints) == (0, "")


def test_without_a_model_everything_is_skipped_for_the_reason_given() -> None:
    host = NoHost("no model: none has been chosen")
    host.start()
    ticket = host.request_query("heron")
    skipped = QueryVector(None, "skipped", "no model: none has been chosen")
    assert host.poll(0) == [(ticket, skipped)]
    assert host.embed_query("heron") == skipped
    assert not host.offer(passages("text"))
    assert (host.state.phase, host.state.reason, host.fileno()) == ("off", "no model: none has been chosen", -1)
    assert host.poll(0) == []
    host.pause()
    host.resume()
    host.close()


def test_threads_are_as_chosen_or_all_cores_but_one_for_the_window(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: {0, 1, 2, 3}, raising=False)
    assert (threads_for(0, spare_a_core=True), threads_for(0, spare_a_core=False)) == (3, 4)
    assert threads_for(2, spare_a_core=True) == 2
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: {0}, raising=False)
    assert threads_for(0, spare_a_core=True) == 1
