"""The tokenizer finds a text by each spelling that a person would type, and tells where it found it."""

from __future__ import annotations

import itertools
import unicodedata

import pytest
import regex
from hypothesis import example, given
from hypothesis import strategies as st

from notesearch.index.atoms import atoms
from notesearch.index.folding import fold
from notesearch.index.han import simplified
from notesearch.index.tokenizer import QueryTerm, prepare, query_terms, spans, word_set

SCRIPTS = (
    "aZCsé9ßİı 今天数据库かなﾃﾞ한국กำข๒໒២၂㎏㎧㍿Ｃ＋＃：ൻলিதமிழ்كِתָיё👨‍👩‍👧👍🏽🇩🇪_-./@:+#'\u00ad\u200b\ufe0f\u0301\u3000\n"
)
any_text = st.text() | st.text(alphabet=SCRIPTS, max_size=40)


def words_of(text: str) -> list[str]:
    return prepare(text)[0].split(" ")


def forms_of(text: str) -> set[str]:
    return set(prepare(text)[1].split(" "))


def phrase_in(tokens: list[str], phrase: tuple[str, ...], *, prefix: bool = False) -> bool:
    """Tell whether `phrase` stands in `tokens`, as FTS5 would: adjacent, the last one perhaps as a prefix."""
    if not phrase:
        return False
    *before, last = phrase
    return any(
        tokens[at : at + len(before)] == before
        and (tokens[at + len(before)].startswith(last) if prefix else tokens[at + len(before)] == last)
        for at in range(len(tokens) - len(before))
    )


def term_finds(term: QueryTerm, text: str) -> bool:
    words, forms = prepare(text)
    either = words.split(" ") + forms.split(" ")
    return (
        phrase_in(words.split(" "), term.words, prefix=term.prefix)
        or (term.prefix and phrase_in(forms.split(" "), term.words, prefix=True))
        or any(form in either for form in term.forms)
        or (term.stem is not None and term.stem in forms.split(" "))
        or (term.plain_stem is not None and term.plain_stem in either)
    )


def finds(query: str, text: str) -> bool:
    """Tell whether every term of `query` finds `text`."""
    terms = query_terms(query)
    return bool(terms) and all(term_finds(term, text) for term in terms)


def marked(query: str, text: str) -> set[str]:
    """Return the stretches of `text` that the keys of `query` mark."""
    keys = {key for term in query_terms(query) for key in (*term.words, *term.forms, term.stem, term.plain_stem)}
    return {text[start:end] for start, end, names in spans(text) if keys & set(names)}


@pytest.mark.parametrize(
    ("query", "text"),
    [
        # Cases 1 to 8 and 59: identifiers whole, by part, joined, and symbols.
        ("profile", "`load_user_profile` is slow"),
        ("user profile", "`load_user_profile` is slow"),
        ("load_user_profile", "`load_user_profile` is slow"),
        ("loaduserprofile", "load_user_profile"),
        ("A-Company", "A-Company roster"),
        ("company", "A-Company roster"),
        ("3.11.7", "release 3.11.7."),
        ("example.org", "mail goes via relay.example.org"),
        ("relay.example.org", "mail goes via relay.example.org, always"),
        ("§ 1729", "see § 1729"),
        ("§ 1729", "see §1729"),
        ("waiting parts", "waiting-for-parts"),
        ("email", "e-mail"),
        ("e-mail", "email"),
        ("e-mail", "e mail"),
        ("gen-itgc", "the gen-itgc list"),
        ("adr 54 0054", "ADR-0054 54"),
        ("ADR0054", "ADR-0054"),
        ("run.py", "src/gateway/run.py"),
        ("gateway", "src/gateway/run.py"),
        ("src/gateway/run.py", "see (src/gateway/run.py)."),
        ("user@host", "ssh user@host"),
        ("host", "ssh user@host"),
        ("host.org", "user@host.org"),
        ("C++", "I like C++, too"),
        ("c#", "C#"),
        (".NET", "the .NET runtime"),
        ("net", "the .NET runtime"),
        ("HttpSessionStore", "class HttpSessionStore:"),
        ("httpsessionstore", "class HttpSessionStore:"),
        ("session store", "class HttpSessionStore:"),
        ("github", "GitHub"),
        ("GitHub", "github"),
        ("iphone", "iPhone"),
        ("server", "HTTPServer"),
        ("nodejs", "Node.js"),
        ("load_user", "src/load_user.py"),
        ("config", "~/.config/app"),
        ("__init__.py", "in __init__.py there"),
        ("20260301", "2026-03-01"),
        ("i18n", "our i18n list"),
        ("std::vector", "std::vector<int>"),
        ("AT&T", "at&t"),
        # One number in the ways it is written, and the version in a name.
        ("1299.50", "paid 1,299.50 euro"),
        ("1299.50", "1.299,50 €"),
        ("1,299.50", "1'299.50"),
        ("1.299,50", "1299,50"),
        ("1299", "1,299.50"),
        ("1299", "1,299"),
        ("1000000", "1,000,000 people"),
        ("1.000.000", "1000000"),
        ("3.5", "3,5%"),
        ("299", "1,299.50"),
        ("2.0.1", "tag v2.0.1"),
        ("v2.0.1", "release 2.0.1"),
        ("3.11", "python3.11"),
        ("python 3.11", "uses python3.11"),
        ("iphone 15", "iPhone15で撮影"),
        ("rfc 2119", "rfc2119"),
        ("httpstore", "HttpStore2"),
        ("__init__", "in __init__ and init"),
        ("init", "__init__"),
        ("F-16", "the F\u201316 jet"),
        ("2010-2015", "2010\u20132015"),
        ("Anna", "Anna's"),
        ("anna's", "Anna\u2019s house"),
        ("dont", "don't"),
        ("don\u2019t", "don't"),
        ("été", "l'été"),
        # Cases 13, 14: other languages keep their words.
        ("verträge", "Häuser und Verträge"),
        ("vertrage", "Häuser und Verträge"),
        ("häuser", "Häuser und Verträge"),
        ("milstreed", "Milstreed"),
        # Case 11 and stemming.
        ("news", "latest news"),
        ("connection", "connected"),
        ("connect", "connections"),
        ("connections", "connect"),
        ("houses", "house"),
        # Cases 22 to 32: accents, marks, case, width.
        ("besancon", "Café à Besançon"),
        ("cafe", "Cafe\u0301"),
        ("café", "Cafe"),
        ("كتاب", "كِتَابٌ"),
        ("كتاب", "كـتـاب"),
        ("שלום", "שָׁלוֹם"),
        ("связь", "СВЯЗЬ"),
        ("елка", "ёлка"),
        ("ёлка", "ЕЛКА"),
        ("замок", "за\u0301мок"),
        ("οσος", "ΌΣΟΣ"),
        ("ABC123", "ＡＢＣ１２３"),
        ("strasse", "Straße"),
        ("STRASSE", "straße"),
        ("fine", "ﬁne"),
        ("izmir", "İZMİR ısı"),
        ("isi", "İZMİR ısı"),
        ("dang", "Đặng"),
        ("lodz", "Łódź"),
        ("unbelievable", "un\u00adbeliev\u200bable"),
        ("தமிழ்", "இது தமிழ் மொழி"),
        ("हिन्दी", "हिन्दी में"),
        # Cases 7, 16 to 20: scripts without spaces.
        ("件文", "插件文件夹"),
        ("件文件", "插件文件夹"),
        ("数据库", "今天修复了数据库迁移问题"),
        ("库", "修复数据库"),
        ("数", "修复数据库"),
        ("据", "数据"),
        ("写", "写"),
        ("東京", "東京旅行"),
        ("圖書館", "在圖書館裡"),
        ("python", "用Python写代码"),
        ("代码", "用Python写代码"),
        ("データ", "ﾃﾞｰﾀを見る"),
        ("ひらが", "これはひらがなです"),
        ("มูล", "ข้อมูลใหม่"),
        ("น\u0e4d\u0e49า", "น\u0e49\u0e33ตาล"),  # the ring before its tone
        ("น\u0e49\u0e33", "น\u0e49\u0e49\u0e33ตาล"),  # a tone typed twice
        ("แปล", "\u0e40\u0e40ปลภาษา"),  # two sara e
        ("ພາສາ", "ພາສາລາວ"),
        ("ខ្មែរ", "ភាសាខ្មែរ"),
        ("မြန်", "မြန်မာ"),
        ("한국", "한국어는 쉽다"),
        ("한국어는", "한국어는 쉽다"),
        # Letters and digits that are typed for each other.
        ("ابراهيم", "زار إبراهيم"),
        ("مدرسه", "في مدرسة"),
        ("1234", "العدد ١٢٣٤"),
        ("كتاب", "کتاب فارسی"),
        ("צהל", "של צה״ל"),
        ('צה"ל', "של צה״ל"),
        ("צה״ל", 'של צה"ל'),
        ("ירפה", "ג׳ירפה"),
        ("גירפה", "ג'ירפה"),
        ("ספר", "בית־ספר"),
        ("oahu", "Oʻahu"),
        ("hawai'i", "Hawaiʻi"),
        ("हिंदी", "हिन्दी"),
        ("जरूरत", "ज़रूरत"),
        # Signs that begin or end a name, and money.
        ("#1234", "fixes #1234."),
        ("1234", "fixes #1234."),
        ("--hard", "reset --hard"),
        ("hard", "reset --hard"),
        ("-i", "git rebase -i"),
        ("$HOME", "in $HOME/bin"),
        ("@anna", "ask @anna."),
        ("@types/node", "npm i @types/node"),
        ("C++", "the C++17 norm"),
        ("C++17", "the C++17 norm"),
        ("$50", "paid $50."),
        ("$1200", "paid $1,200"),
        ("50%", "at 50%."),
        # Emoji.
        ("👨‍👩‍👧", "family 👨‍👩‍👧!"),
        ("❤", "I ❤️ it"),
        ("👍", "ok👍🏽"),
        ("🇩🇪", "go 🇩🇪🇫🇷"),
        ("№ 5", "№5"),
        # Signs of names next to a script without spaces, and inside compounds.
        ("C++", "学习C++编程"),
        ("C++", "C++で書く"),
        ("C++", "C++로 작성"),
        ("C++", "学C#和C++"),
        ("C++", "写C++17代码"),
        ("C#", "学C#和C++"),
        ("C#", "เรียนC#ด้วย"),
        ("C#", "ຮຽນC#ດ້ວຍ"),
        ("C#", "រៀនC#ជា"),
        ("C#", "သင်C#ကို"),
        ("F#", "学F#语言"),
        ("Q#", "Q#语言"),
        ("C#", "Java/C#/Go"),
        ("C#", "l'C# est"),
        ("C++", "C/C++"),
        ("C++", "modern-C++17"),
        ("C++", "ב-C++ כאן"),
        ("C/C++", "C/C++"),
        (".NET", "用.NET开发"),
        ("#1234", "修复#1234问题"),
        ("@anna", "联系@anna吧"),
        ("$HOME", "在$HOME下"),
        ("__init__", "在__init__里"),
        ("1299", "花了1,299元"),
        ("1299.50", "价格1,299.50元"),
        # The digits of scripts without spaces are numbers.
        ("2569", "ปี ๒๕๖๙ นี้"),
        ("๒๕๖๙", "ปี ๒๕๖๙ นี้"),
        ("2569", "ปี๒๕๖๙นี้"),
        ("๒๕๖๙", "ปี๒๕๖๙นี้"),
        ("๒๕๖๙", "in 2569"),
        ("25", "ข้อ๒๕"),
        ("๒๕", "ข้อ ๒๕"),
        ("ข้อ", "ข้อ๒๕"),
        ("2026", "໒໐໒໖"),
        ("2026", "ປີ໒໐໒໖ນີ້"),
        ("2026", "២០២៦"),
        ("2026", "ឆ្នាំ២០២៦នេះ"),
        ("2026", "၂၀၂၆"),
        ("2026", "ခုနှစ်၂၀၂၆တွင်"),
        ("๒.๕", "เวอร์ชัน 2.5"),
        # Units and other words in one character.
        ("10kg", "10㎏の米"),
        ("10㎏", "10kgの米"),
        ("10 kg", "10㎏の米"),
        ("10㎏", "10㎏の米"),
        ("kg", "10㎏の米"),
        ("5km", "5㎞走"),
        ("3cm", "３㎝"),
        ("1.5kg", "1.5㎏"),
        ("30m2", "30㎡の部屋"),
        ("30㎡", "30㎡の部屋"),
        ("30m²", "30㎡の部屋"),
        ("5m/s", "風速5㎧"),
        ("5㎧", "5m/s"),
        ("株式会社", "㍿東京"),
        ("平成元年", "㍻元年"),
        # Full-width letters and signs.
        ("C++", "C＋＋"),
        ("C++", "Ｃ＋＋で書く"),
        ("C＋＋", "C++"),
        ("C#", "Ｃ＃"),
        ("C#", "C＃编程"),
        ("Ｃ＃", "C#"),
        ("R&D", "Ｒ＆Ｄ部門"),
        ("Ｒ＆Ｄ", "the R&D team"),
        ("load_user", "ｌｏａｄ＿ｕｓｅｒ"),
        ("3.14", "３．１４"),
        ("50%", "５０％です"),
        ("#12", "＃１２"),
        # Plurals of compounds, each of a family by each.
        *itertools.product(("x-ray", "X-rays", "xray", "xrays"), repeat=2),
        *itertools.product(("T-shirt", "t-shirts", "tshirt", "tshirts"), repeat=2),
        *itertools.product(("e-book", "e-books", "ebook", "ebooks"), repeat=2),
        *itertools.product(("e-mail", "E-mails", "email", "emails"), repeat=2),
        *itertools.product(("co-worker", "co-workers", "coworker", "coworkers"), repeat=2),
        ("x\u2011rays", "X-ray"),
        # Plurals of acronyms, and of short words that end in y.
        *itertools.product(("PDF", "PDFs"), repeat=2),
        *itertools.product(("GPU", "GPUs"), repeat=2),
        *itertools.product(("CD", "CDs"), repeat=2),
        *itertools.product(("ID", "IDs"), repeat=2),
        *itertools.product(("TV", "TVs"), repeat=2),
        *itertools.product(("VM", "VMs"), repeat=2),
        *itertools.product(("DVD", "DVDs"), repeat=2),
        *itertools.product(("MP3", "MP3s"), repeat=2),
        *itertools.product(("JPEG", "JPEGs"), repeat=2),
        *itertools.product(("OS", "OSes"), repeat=2),
        ("pdf", "two PDFs"),
        ("id", "the IDs"),
        ("pdfs", "a PDF"),
        ("pdfs", "two PDFs"),
        ("dvds", "a DVD"),
        ("UIs", "a UI"),
        ("gpus", "a GPU"),
        ("VM", "VMs/CDs"),
        *itertools.product(("try", "tries"), repeat=2),
        *itertools.product(("fly", "flies"), repeat=2),
        *itertools.product(("sky", "skies"), repeat=2),
        # A letter that ends a syllable, in its two encodings.
        ("അവൻ", "അവന്\u200d വന്നു"),
        ("അവന്\u200d", "അവൻ വന്നു"),
        ("হঠাৎ", "হঠাত্\u200d"),
    ],
)
def test_a_query_finds_the_text_that_is_meant(query: str, text: str) -> None:
    assert finds(query, text)


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("3.11.7", "release 3.11.70"),
        ("A-Company", "a good company"),
        ("C++", "C and c#"),
        ("c#", "the letter c"),
        ("§", "1729"),
        ("311", "3.11"),
        ("1,299", "1,2990"),
        ("12", "1,2"),
        ("haus", "Häuser"),
        ("news", "a new lamp"),
        ("нои", "ной"),
        ("据数", "数据"),
        ("数库", "数据库"),
        ("கி", "கா"),
        ("👩", "👨‍👩‍👧"),
        ("load", "unload"),
        ("-i", "git rebase i"),
        ("$50", "room 50"),
        ("50%", "room 50"),
        ("C++", "C17"),
        ("C#", "C和#标签"),
        ("C++", "学C+编"),
        ("c+", "c++foo"),
        ("C#", "C/C++"),
        ("25", "๒๕๖๙"),
        ("๕๖", "ปี๒๕๖๙นี้"),
        ("10kg", "110㎏"),
        ("xrays", "x-axis ray"),
        ("https", "http"),
        ("css", "CS"),
        ("dns", "DN"),
        ("aws", "AW"),
        ("ios", "IO"),
        ("bus", "BU"),
        ("gas", "GA"),
        ("mbps", "MBP"),
        ("CSS", "CS"),
        ("as", "a"),
        ("spy", "the SPI"),
        ("cry", "CRI"),
    ],
)
def test_a_query_does_not_find_what_is_not_meant(query: str, text: str) -> None:
    assert not finds(query, text)


@pytest.mark.parametrize("text", ["", " ", ".", ",", "()", '"', "-", "***", "\u200b", "\u0301", "——", "、。", "─│"])
def test_punctuation_alone_is_nothing(text: str) -> None:
    assert query_terms(text) == []
    assert prepare(text) == ("", "")


def test_the_exact_word_is_kept_apart_from_its_stem() -> None:
    (term,) = query_terms("connections")
    assert (term.words, term.stem, term.plain_stem) == (("connections",), "~connect", "connect")
    assert words_of("university fees") == ["university", "fees"]
    assert words_of("the universe expands") == ["the", "universe", "expands"]


def test_a_word_too_short_to_be_stemmed_finds_its_plural() -> None:
    (term,) = query_terms("cat")
    assert (term.words, term.stem, term.plain_stem) == (("cat",), "~cat", None)
    assert "~cat" in forms_of("cats")


def test_a_stem_is_marked_and_stands_only_where_it_differs() -> None:
    assert prepare("connected connect") == ("connected connect", "~connect")


@pytest.mark.parametrize("word", ["новости", "Größen", "abc123s", "नदियाँ"])
def test_only_english_looking_words_are_stemmed(word: str) -> None:
    assert not any(form.startswith("~") for form in forms_of(word))
    assert all(term.stem is None for term in query_terms(word))


def test_a_compound_is_a_phrase_of_its_parts_or_one_of_its_names() -> None:
    assert query_terms("load_user_profile") == [
        QueryTerm(
            ("load", "user", "profile"), ("load_user_profile", "loaduserprofile"), None, None, "load_user_profile"
        )
    ]


def test_a_run_is_a_phrase_of_its_pairs_and_one_character_a_prefix() -> None:
    assert query_terms("数据库") == [QueryTerm(("数据", "据库"), (), None, None, "数据库", is_cjk=True)]
    assert query_terms("库") == [QueryTerm(("库",), (), None, None, "库", is_cjk=True, prefix=True)]
    assert prepare("数据库") == ("数据 据库", "库")


def test_running_text_stays_adjacent_around_compounds_and_symbols() -> None:
    assert words_of("open the e-mail & read § 5, GitHub user") == (
        ["open", "the", "e", "mail", "read", "5", "github", "user"]
    )


def test_a_path_is_found_by_each_of_its_segments() -> None:
    assert {"src/load_user.py", "load_user.py", "load_user", "loaduser"} <= forms_of("src/load_user.py")


def test_a_plural_of_acronyms_has_the_stem_of_one_only_in_capitals() -> None:
    assert forms_of("PDFs IDs OSes pdfs https ISS") >= {"~pdf", "~id", "~os"}
    assert not {"~pdf", "~http", "~is"} & forms_of("pdfs https ISS")


def test_what_is_typed_in_full_width_stays_what_was_typed() -> None:
    assert [term.text for term in query_terms("Ｃ＋＋と５％")] == ["Ｃ＋＋", "と", "５", "％"]


def test_something_endless_is_no_name() -> None:
    assert forms_of("a/" * 500 + "b") == {""}


def test_a_domain_is_found_by_its_ends_and_a_version_is_not() -> None:
    assert "example.org" in forms_of("relay.example.org")
    assert "11.7" not in forms_of("3.11.7")


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("Straße", "strasse"),
        ("İZMİR ısı", "izmir isi"),
        ("Ёлка Йод Їжак", "елка йод їжак"),
        ("ＡＢＣ１２３", "abc123"),
        ("ﬁ", "fi"),
        ("e\u0301", "e"),
        ("Đặng Łódź Ærø", "dang lodz aero"),
        ("ΌΣΟΣ", "οσοσ"),
        ("co\u2010op o\u2019clock", "co-op o'clock"),
        ("كِتَابٌ", "كتاب"),
        ("คำ", "ค\u0e4dา"),
        ("が", "が"),
        ("か\u3099", "が"),
        ("ज\u093cरूरत हिन्दी माँ", "जरूरत ह\u093fंदी मां"),
        ("١٢ ४५", "12 45"),
        ("کتاب مدرسة الدورى", "كتاب مدرسه الدوري"),
        ("圖書館 図書館 图书馆", "图书馆 图书馆 图书馆"),
        ("渡邊 渡辺 廣東 広東", "渡边 渡边 广东 广东"),
        ("Oʻahu צה״ל בית־ספר", "o'ahu צה\"ל בית-ספר"),
    ],
)
def test_folding(text: str, folded: str) -> None:
    assert fold(text) == folded


@given(any_text)
def test_folding_is_the_same_for_composed_and_decomposed_text_and_folds_no_further(text: str) -> None:
    folded = fold(text)
    assert fold(folded) == folded
    assert fold(unicodedata.normalize("NFD", text)) == fold(unicodedata.normalize("NFC", text))


@pytest.mark.parametrize("script", [(0x3041, 0x3097), (0x30A1, 0x30FB), (0x30FC, 0x30FD), (0x4E00, 0xA000)])
def test_most_of_chinese_and_japanese_needs_no_folding_but_of_variants(script: tuple[int, int]) -> None:
    assert all(fold(chr(code)) == simplified(chr(code)) for code in range(*script))


@pytest.mark.parametrize(
    ("query", "text", "stretches"),
    [
        ("besancon", "Café à Besançon", {"Besançon"}),
        ("isi", "İZMİR ısı", {"ısı"}),
        ("profile", "the load_user_profile", {"profile"}),
        ("load_user_profile", "the load_user_profile", {"load_user_profile", "load", "user", "profile"}),
        ("session", "an HttpSessionStore", {"Session"}),
        ("connection", "we connected", {"connected"}),
        ("数据库", "修复数据库了", {"数据", "据库"}),
        ("库", "修复数据库了", {"库"}),
        ("デ", "ﾃﾞｰﾀ", {"ﾃﾞ"}),
        ("كتاب", "هذا كِتَابٌ جديد", {"كِتَابٌ"}),
        ("தமிழ்", "இது தமிழ் மொழி", {"தமிழ்"}),
        ("👍", "ok 👍🏽 ok", {"👍🏽"}),
        ("example.org", "to relay.example.org.", {"example.org", "example", "org"}),
        ("C++", "学习C++编程", {"C++"}),
        ("C#", "学C#和C++", {"C#"}),
        ("C#", "Java/C#/Go", {"C#"}),
        ("C++", "C/C++", {"C++"}),
        ("C++", "学Ｃ／Ｃ＋＋", {"Ｃ＋＋"}),
        ("C++", "学Ｃ＋＋了", {"Ｃ＋＋"}),
        ("2569", "ปี๒๕๖๙นี้", {"๒๕๖๙"}),
        ("2026", "ខែ២០២៦នេះ", {"២០២៦"}),
        ("10kg", "約10㎏の米", {"10㎏"}),
        ("10 kg", "約10㎏の米", {"10", "㎏"}),
        ("PDF", "two PDFs", {"PDFs"}),
        ("PDFs", "a PDF", {"PDF"}),
        ("emails", "my e-mail", {"e-mail"}),
        ("email", "my e-mails", {"e-mails"}),
        ("tries", "a try", {"try"}),
        ("അവൻ", "അവന്\u200d വന്നു", {"അവന്\u200d"}),
    ],
)
def test_keys_stand_where_the_original_does(query: str, text: str, stretches: set[str]) -> None:
    assert marked(query, text) == stretches


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("hello, world! rust_code", {"hello", "world", "rust_code"}),
        ("我a好", {"我", "好", "a"}),
        ("今天讨论", {"今", "天", "讨", "论", "今天", "天讨", "讨论"}),
        ("", set()),
        ("!?", set()),
        ("Été ÉTÉ", {"ete"}),
    ],
)
def test_word_sets(text: str, words: set[str]) -> None:
    assert word_set(text) == words


def test_word_sets_of_texts_in_any_script_compare() -> None:
    one, other = word_set("今天我们讨论了项目进展"), word_set("今天我们讨论了会议安排")
    assert (len(one & other), len(one | other)) == (13, 29)
    assert not word_set("привет мир") & word_set("другой текст")
    assert not word_set("كتاب جديد") & word_set("بيت قديم")


@given(any_text)
@example("ﷺ ㈱ ½ ℡")
def test_any_text_is_prepared_into_clean_tokens(text: str) -> None:
    for column in prepare(text):
        assert column == " ".join(column.split())
        assert not regex.search(r"[A-Z]", column)


@given(any_text)
def test_the_short_way_for_plain_words_is_the_same_way(text: str) -> None:
    words = [word for token in text.split() for atom in atoms(token) for word in atom.words]
    assert words_of(text) == (words or [""])


@given(any_text)
def test_the_keys_of_spans_are_those_of_the_index(text: str) -> None:
    words, forms = prepare(text)
    indexed = set(words.split()) | set(forms.split())
    located = {key for span in spans(text) for key in span.keys}
    assert indexed <= located


@given(any_text)
def test_spans_lie_within_the_text_and_hold_no_space(text: str) -> None:
    for start, end, keys in spans(text):
        assert 0 <= start < end <= len(text)
        assert keys
        assert not regex.search(r"\s", text[start:end])


@given(any_text)
@example("用Python写")
@example("Anna's")
@example("c++ a+")
@example("ﷺ")
def test_a_text_is_found_by_each_of_its_own_words(text: str) -> None:
    for token in text.split():
        assert all(term_finds(term, text) for term in query_terms(token))


@given(any_text, any_text)
def test_what_is_found_alone_is_found_among_others(text: str, more: str) -> None:
    assert all(term_finds(term, f"{more} {text}") for term in query_terms(text))


@given(st.text(alphabet="今天数据库かなกขম한국", min_size=2, max_size=12), st.data())
def test_any_piece_of_a_run_finds_it(run: str, data: st.DataObject) -> None:
    run = run.replace("ম", "")
    start = data.draw(st.integers(0, max(0, len(run) - 1)))
    end = data.draw(st.integers(start, len(run)))
    piece = unicodedata.normalize("NFC", run[start:end])
    assert all(term_finds(term, run) for term in query_terms(piece))
