"""Text fields keep refused text and show the reason."""

from __future__ import annotations

from tests.web.test_together import sit_down
from tests.web.visitor import Visitors

#: A word with a mark that turns the order of what follows.
TURNED = "left\u202eright"
FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"


async def test_a_refused_line_of_chat_stays_in_its_field(visitors: Visitors) -> None:
    host, guest = await sit_down(visitors)
    await host.page.locator(".chat summary").click()
    line = host.page.locator(".chat input")
    await line.fill(TURNED)
    await line.press("Enter")
    await host.page.locator(".toast", has_text="hide or reorder other text").wait_for()
    assert await line.input_value() == TURNED
    await line.fill(FAMILY)
    await line.press("Enter")
    await guest.page.locator(".chat-lines", has_text=FAMILY).wait_for(state="attached")
    assert await line.input_value() == ""


async def test_a_refused_name_stays_in_its_field(visitors: Visitors) -> None:
    visitor = await visitors.open(lang="ja")
    visitor.cut_off = True  # The browser complains of answers that refuse.
    await visitor.lobby()
    await visitor.page.locator(".masthead .name").click()
    field = visitor.page.locator("dialog form input")
    await field.fill(TURNED)
    await field.press("Enter")
    await visitor.page.locator("dialog .refusal", has_text="並べ替えたりする文字").wait_for()
    assert await field.input_value() == TURNED
    await field.fill(FAMILY)
    await field.press("Enter")
    await visitor.page.locator("dialog").wait_for(state="detached")
    await visitor.page.locator(".masthead", has_text=FAMILY).wait_for()
