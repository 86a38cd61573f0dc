"""The fault run in short: what ``python -m tests.faults.run`` does for hours, for some matches."""

from __future__ import annotations

from pathlib import Path

from tests.faults.run import Plan, carry_out, put


async def test_cut_connections_hang_no_match(tmp_path: Path) -> None:
    plan = Plan(matches=8, replicas=1, faults="cuts", at_once=2, actions=(4, 10), pause=0.1, seed=9)
    outcome = await carry_out(plan, tmp_path)
    assert outcome.findings.broken == []
    assert outcome.findings.matches == 8
    assert outcome.happened["cuts of connections"] > 0
    assert outcome.findings.acknowledged > 8
    assert outcome.findings.views > outcome.findings.acknowledged


def test_a_report_replaces_the_earlier_one_of_the_same_run(tmp_path: Path) -> None:
    page = tmp_path / "faults.md"
    page.write_text("# Fault runs\n\nWords.\n")
    for section in ("## a\n\nold\n", "## b\n\nother\n", "## a\n\nnew\n"):
        put(page, section)
    assert page.read_text() == "# Fault runs\n\nWords.\n\n## a\n\nnew\n\n## b\n\nother\n"
    put(page, "## b\n\nlast\n")
    assert page.read_text() == "# Fault runs\n\nWords.\n\n## a\n\nnew\n\n## b\n\nlast\n"
