"""Every command and option as it is typed; the work is done in the modules that each command names.

Those modules are loaded inside the commands: `--version`, `--help` and `config` answer without loading SQLite or
Rich. Options are parameters because Typer reads them from the signature.
"""

import os
from pathlib import Path
from typing import Annotated, Literal

import typer

from notesearch import __version__
from notesearch.cli.output import write
from notesearch.errors import UsageError
from notesearch.paths import DATA_DIR_VARIABLE, AppPaths, absolute


def _named(name: str) -> str:
    """Return the name of a VAULT; an empty one, of a variable that is not set, is not the current folder."""
    if not name:
        raise UsageError("VAULT is empty; name a folder, or . for the current one.")
    return name


def _folder(name: str) -> Path:
    return absolute(_named(name))


# Whether it can be read is not asked here: one that cannot is searched as it was last indexed.
Vault = Annotated[
    Path, typer.Argument(metavar="VAULT", help="The folder of notes.", show_default=False, parser=_folder)
]
Json = Annotated[bool, typer.Option("--json", help="Answer in JSON.")]


Query = Annotated[
    list[str] | None, typer.Argument(metavar="QUERY", help='One argument: "two words".', show_default=False)
]
Batch = Annotated[
    str | None, typer.Option(metavar="FILE", help="Ask each `id<TAB>query` line of FILE, or of standard input (-).")
]
Limit = Annotated[int | None, typer.Option(min=1, max=200, metavar="N", help="At most N results.")]
Mode = Annotated[Literal["auto", "keyword", "meaning"], typer.Option(help="By words, by meaning, or by both.")]
Mmr = Annotated[bool | None, typer.Option("--mmr/--no-mmr", help="Re-rank for diversity.")]
Lambda = Annotated[
    float | None,
    typer.Option("--lambda", min=0, max=1, metavar="X", help="1: relevance alone, 0: diversity alone; implies --mmr."),
]
NoDecay = Annotated[bool, typer.Option("--no-decay", help="Let age not count.")]
HalfLife = Annotated[
    float | None, typer.Option(metavar="DAYS", help="The age at which a journal note counts half.", show_default=False)
]
NoSync = Annotated[bool, typer.Option("--no-sync", help="Search the index as it is.")]
Explain = Annotated[bool, typer.Option("--explain", help="Show each score's arithmetic and every stage.")]


def _show_version(asked: bool) -> None:  # noqa: FBT001 - Typer's signature
    if asked:
        write(f"notesearch {__version__}\n")
        raise typer.Exit


def _start(
    context: typer.Context,
    *,
    data_dir: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help=f"Keep everything in DIR, also by {DATA_DIR_VARIABLE}; may follow the command."
        ),
    ] = None,
    version: Annotated[  # noqa: ARG001 - answered by its callback
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Find the right passage in your own folder of Markdown notes.

    `notesearch [VAULT]` opens the window; `notesearch --toggle` shows it or puts it away, for a key of your desktop.
    """
    context.obj = AppPaths.for_person(data_dir)


def _paths(context: typer.Context) -> AppPaths:
    paths = context.obj
    assert isinstance(paths, AppPaths)
    return paths


def _open(
    context: typer.Context,
    vault: Annotated[
        str | None, typer.Argument(metavar="[VAULT]", help="A folder, or a notesearch: link.", parser=_named)
    ] = None,
    *,
    toggle: Annotated[bool, typer.Option("--toggle", help="Show the window, or put it away when it is shown.")] = False,
    background: Annotated[bool, typer.Option("--background", help="Wait in the tray or the task bar.")] = False,
) -> None:
    """Open the window, on VAULT or where it was left."""
    from notesearch.cli.window import start_window  # noqa: PLC0415 - see above

    raise typer.Exit(start_window(vault, _paths(context), toggle=toggle, background=background))


def _demo(
    context: typer.Context,
    *,
    fresh: Annotated[bool, typer.Option("--fresh", help="Renew your copy of the sample vault.")] = False,
) -> None:
    """Open the window on a sample vault, with a model; without a display, search it in the terminal."""
    from notesearch.cli.demo import demo  # noqa: PLC0415 - see above

    raise typer.Exit(demo(_paths(context), fresh=fresh))


def _index(
    context: typer.Context,
    vault: Vault,
    *,
    json: Json = False,
    embed: Annotated[bool, typer.Option(" /--no-embed", help="Make the words searchable, leave the vectors.")] = True,
    rebuild: Annotated[bool, typer.Option("--rebuild", help="Build the index anew.")] = False,
    accept_deletions: Annotated[
        bool, typer.Option("--accept-deletions", help="Drop notes that are gone, even if it is most of them.")
    ] = False,
) -> None:
    """Bring the index of VAULT up to date."""
    from notesearch.cli.indexing import index  # noqa: PLC0415 - see above

    paths = _paths(context)
    code = index(vault, paths, embed=embed, rebuild=rebuild, accept_deletions=accept_deletions, as_json=json)
    raise typer.Exit(code)


def _search(  # noqa: PLR0913 - see above
    context: typer.Context,
    vault: Vault,
    query: Query = None,
    *,
    batch: Batch = None,
    json: Json = False,
    limit: Limit = None,
    mode: Mode = "auto",
    mmr: Mmr = None,
    mmr_lambda: Lambda = None,
    no_decay: NoDecay = False,
    half_life: HalfLife = None,
    no_sync: NoSync = False,
    explain: Explain = False,
) -> None:
    """Search VAULT for QUERY, or for each line of a file."""
    from notesearch.cli.searching import SearchOptions, search_batch, search_one  # noqa: PLC0415 - see above

    options = SearchOptions(
        json=json,
        limit=limit,
        mode=mode,
        mmr=mmr,
        mmr_lambda=mmr_lambda,
        decay=not no_decay,
        half_life=half_life,
        sync=not no_sync,
        explain=explain,
    )
    if batch is None:
        search_one(vault, _only(query or []), options, _paths(context))
    elif query:
        raise UsageError("search takes a QUERY or --batch FILE, not both.")
    else:
        search_batch(vault, batch, options, _paths(context))


def _only(words: list[str]) -> str:
    if len(words) != 1:
        raise UsageError("search needs one QUERY; put several words in quotes." if words else "search needs a QUERY.")
    return _typed(words[0])


def _typed(text: str) -> str:
    """Return an argument as it was typed where the locale knows no UTF-8, such as `C`, but the terminal does."""
    try:
        return os.fsencode(text).decode()
    except UnicodeError:
        return text


def _status(context: typer.Context, vault: Vault, *, json: Json = False) -> None:
    """Say how many notes are indexed, waiting, failed and skipped, and how a search would be run."""
    from notesearch.cli.indexing import status  # noqa: PLC0415 - see above

    status(vault, _paths(context), as_json=json)


def _doctor(
    context: typer.Context,
    vault: Annotated[
        Path | None, typer.Argument(metavar="[VAULT]", help="Check its index too.", parser=_folder)
    ] = None,
    *,
    json: Json = False,
) -> None:
    """Check the installation, the model and an index; exit 1 when something is wrong."""
    from notesearch.cli.doctor import doctor  # noqa: PLC0415 - see above

    raise typer.Exit(doctor(vault, _paths(context), as_json=json))


def _config(
    context: typer.Context,
    words: Annotated[list[str] | None, typer.Argument(metavar="[VAULT] [KEY [VALUE]]", show_default=False)] = None,
    *,
    reset: Annotated[bool, typer.Option("--reset", help="Take back what was set for KEY.")] = False,
) -> None:
    """Read and set what can be chosen, for all vaults or for VAULT; lists and tables are written in JSON."""
    from notesearch.cli.configure import configure  # noqa: PLC0415 - see above

    configure(words or [], _paths(context), reset=reset)


def _forget(
    context: typer.Context,
    vault: Vault,
    *,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask, on a terminal.")] = False,
) -> None:
    """Delete the index, opens and settings of VAULT; its notes stay."""
    from notesearch.cli.forget import forget  # noqa: PLC0415 - see above

    forget(vault, _paths(context), sure=yes)


def _model_list(context: typer.Context, *, json: Json = False) -> None:
    """List the models that can be installed and those that are."""
    from notesearch.cli.model import list_models  # noqa: PLC0415 - see above

    list_models(_paths(context), as_json=json)


def _model_install(
    context: typer.Context, name: Annotated[str, typer.Argument(metavar="[NAME]", help="e5 or minilm.")] = "e5"
) -> None:
    """Fetch a model, check it, and use it from now on."""
    from notesearch.cli.model import install_model  # noqa: PLC0415 - see above

    install_model(name, _paths(context))


def _model_use(context: typer.Context, file: Annotated[str, typer.Argument(metavar="FILE")]) -> None:
    """Use an installed model by its name, or a GGUF embedding model of your own, once it is checked."""
    from notesearch.cli.model import use_model  # noqa: PLC0415 - see above

    use_model(file, _paths(context))


def _model_remove(context: typer.Context, name: Annotated[str, typer.Argument(metavar="NAME")]) -> None:
    """Delete an installed model."""
    from notesearch.cli.model import remove_model  # noqa: PLC0415 - see above

    remove_model(name, _paths(context))


COMMANDS = ("open", "demo", "index", "search", "status", "doctor", "model", "config", "forget")
"""The words that stand for a command; any other first word is a VAULT (`./demo` is the folder of that name)."""

DASHES_ALLOWED = ("search", "config")
"""The commands whose arguments may start with a dash: a query that leaves a word out, a number below zero."""

VALUED = ("--batch", "--limit", "--mode", "--lambda", "--half-life")
"""The options of these commands that a value follows, which may start with a dash as well."""


def application() -> typer.Typer:
    """Return the command line, put together."""
    app = typer.Typer(
        add_completion=False,
        pretty_exceptions_enable=False,
        callback=_start,
        context_settings={"help_option_names": ["--help", "-h"]},
    )
    model = typer.Typer(help="Install, choose and remove the models that search by meaning needs.")
    app.command("open", hidden=True)(_open)
    app.command("demo")(_demo)
    app.command("index")(_index)
    app.command("search")(_search)
    app.command("status")(_status)
    app.command("doctor")(_doctor)
    app.add_typer(model, name="model")
    app.command("config")(_config)
    app.command("forget")(_forget)
    model.command("list")(_model_list)
    model.command("install")(_model_install)
    model.command("use")(_model_use)
    model.command("remove")(_model_remove)
    return app
