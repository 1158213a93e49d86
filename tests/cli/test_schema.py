"""floorcall schema and floorcall completion."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import jsonschema
import pytest
import yaml

from check.schema import as_text
from say.schema import as_text as say_as_text
from tests.cli.running import EXAMPLE, ROOT, call

Capture = pytest.CaptureFixture[str]


def test_the_schema_of_incidents_takes_the_example(capsys: Capture) -> None:
    schema = call(capsys, "schema", "incident").data
    jsonschema.Draft202012Validator.check_schema(schema)
    incident = yaml.safe_load(EXAMPLE.read_text(encoding="utf-8"))
    jsonschema.validate(incident, schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**incident, "street": "flopp"}, schema)


def test_the_schema_of_rulings_takes_a_ruling(capsys: Capture) -> None:
    schema = call(capsys, "schema", "ruling").data
    jsonschema.Draft202012Validator.check_schema(schema)
    ruling = call(capsys, "rule", EXAMPLE, "--format", "json").data
    jsonschema.validate(ruling, schema)


def test_the_schema_of_comparisons_takes_a_comparison(capsys: Capture) -> None:
    schema = call(capsys, "schema", "compare").data
    jsonschema.Draft202012Validator.check_schema(schema)
    comparison = call(capsys, "compare", EXAMPLE, "--format", "json").data
    jsonschema.validate(comparison, schema)


def test_the_schema_of_checks_is_the_one_in_the_docs(capsys: Capture) -> None:
    schema = call(capsys, "schema", "check").data
    jsonschema.Draft202012Validator.check_schema(schema)
    assert as_text() == (ROOT / "docs" / "check.schema.json").read_text(encoding="utf-8")
    assert schema == json.loads(as_text())


def test_the_schema_of_stories_is_the_one_in_the_docs_and_takes_what_comes_out(capsys: Capture) -> None:
    schema = call(capsys, "schema", "say").data
    jsonschema.Draft202012Validator.check_schema(schema)
    assert say_as_text() == (ROOT / "docs" / "say.schema.json").read_text(encoding="utf-8")
    assert schema == json.loads(say_as_text())
    for story in ("flop; A bets 300; B silent 1x500", "flop; A bets 300; B raises 900", "gibberisch"):
        jsonschema.validate(call(capsys, "say", story, "--format", "json").data, schema)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_completion_script_knows_the_commands(capsys: Capture, shell: str, tmp_path: Path) -> None:
    told = call(capsys, "completion", shell)
    assert (told.code, told.err) == (0, "")
    for word in ("floorcall", "coverage", "audience", "trainer"):
        assert word in told.out
    found = shutil.which(shell)
    if found:
        script = tmp_path / "script"
        script.write_text(told.out, encoding="utf-8")
        assert subprocess.run([found, "-n", str(script)], capture_output=True, check=False).returncode == 0


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here")
@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("floorcall ru", {"rule", "rulebook"}),
        ("floorcall bat", {"batch"}),
        ("floorcall rulebook sh", {"show"}),
        ("floorcall rule --aud", {"--audience"}),
        ("floorcall rule --audience tr", {"trainer"}),
        ("floorcall schema inc", {"incident"}),
        ("floorcall rule --rulebook bp", {"bpt"}),
        ("floorcall compare --rulebooks td", {"tda"}),
        ("floorcall compare --rulebooks tda,bfsp,clu", {"tda,bfsp,club"}),
        ("floorcall compare --rulebooks tda,exam", {"tda,examples/"}),
        ("floorcall rulebook show bf", {"bfsp"}),
        ("floorcall what-if x.yaml stakes.b", {"stakes.bb", "stakes.bring_in", "stakes.bet"}),
        ("floorcall what-if x.yaml act2.sa", {"act2.says", "act2.said_when"}),
        ("floorcall requires x.yaml may-ra", {"may-raise"}),
        ("floorcall why x.yaml may-ra", {"may-raise"}),
        ("floorcall why-not x.yaml rered", set()),
        ("floorcall why-not x.yaml redea", {"redeal"}),
    ],
)
def test_bash_completes(capsys: Capture, tmp_path: Path, typed: str, offered: set[str]) -> None:
    script = tmp_path / "floorcall.bash"
    script.write_text(call(capsys, "completion", "bash").out, encoding="utf-8")
    words = typed.split()
    listed = " ".join(f"'{word}'" for word in words)
    program = f"""
source '{script}'
COMP_WORDS=({listed}) COMP_CWORD={len(words) - 1} COMP_LINE='{typed}' COMP_POINT={len(typed)}
_shtab_floorcall
printf '%s\\n' "${{COMPREPLY[@]}}"
"""
    done = subprocess.run(["bash", "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert {line.strip() for line in done.stdout.splitlines() if line.strip()} == offered, done.stderr
