"""The rule books in the app: whole in both languages, and what single items are worth at a table."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

RULES = ("guobiao", "hefei", "hua", "taiwan", "wuhan", "yueqing-chayuan", "yueqing-platform")
NAMED_IN_ENGLISH = re.compile(r"\b(sml|star31|shenlaiye|ata|N|M|A|k)\b")


@pytest.mark.parametrize("ruleset", RULES)
def test_a_rule_page_is_chinese_throughout(phone: Callable[..., Page], ruleset: str) -> None:
    page = phone(f"/rules/{ruleset}", lang="zh-CN")
    items = page.locator("ul.list li")
    items.first.wait_for()
    left: list[str] = []

    def look(part: str) -> None:
        for text in page.locator(part).all_inner_texts():
            left.extend(re.findall(r"[A-Za-z]{2,}.*", NAMED_IN_ENGLISH.sub("", text)))

    notes = items.locator(".block")
    assert notes.count() >= items.count() - 1
    look("ul.list .block")
    look("ul.list .worth")
    page.get_by_role("tab", name="约定").click()
    page.locator(".options").wait_for()
    look(".options label > b, .options .switch > span, .options option, .values > summary")
    page.get_by_role("tab", name="说明").click()
    page.locator("section.card li").first.wait_for()
    look("section.card li, section.card .notes")
    assert left == []


def test_the_note_of_an_item_stands_beside_it_in_english_too(phone: Callable[..., Page]) -> None:
    page = phone("/rules/guobiao")
    page.get_by_text("pungs or kongs of all four winds").wait_for()
    page.get_by_label("Find an item").fill("only 7 8 9")
    assert page.locator("ul.list li").count() == 1


def test_a_change_of_language_changes_the_rule_book(phone: Callable[..., Page]) -> None:
    page = phone("/settings", lang="en-GB")
    page.get_by_role("radio", name="中文").click()
    page.goto("/#/rules/guobiao")
    page.get_by_text("东南西北四副刻子或杠").wait_for()


def test_what_single_items_are_worth_is_set_and_kept(phone: Callable[..., Page]) -> None:
    page = phone("/rules/taiwan")
    page.get_by_role("tab", name="Options").click()
    page.get_by_text("台 of single items").click()
    field = page.get_by_label("One suit 清一色", exact=True)
    assert field.input_value() == "8"
    field.fill("12")
    field.press("Tab")
    page.get_by_role("button", name="One suit: as usual, 8").wait_for()
    page.get_by_label("Name of the profile").fill("Dear suits")
    page.get_by_role("button", name="Save as house profile").click()
    page.get_by_text("Saved, and chosen").wait_for()
    page.get_by_role("tab", name="Items").click()
    assert page.locator("ul.list li", has_text="清一色").locator(".worth").first.inner_text() == "12"
    page.get_by_role("button", name="Try a hand").click()
    keypad = page.locator(".narrow")
    for rank in "11122233344455599":
        keypad.get_by_role("button", name=f"{rank} Characters", exact=True).click()
    page.get_by_role("button", name="Next: how it was won").click()
    page.get_by_role("button", name="Score it").click()
    assert page.locator(".items li", has_text="清一色").locator(".worth").inner_text() == "12"


def test_a_worth_as_usual_is_no_change(phone: Callable[..., Page]) -> None:
    page = phone("/rules/taiwan")
    page.get_by_role("tab", name="Options").click()
    page.get_by_label("a published table").select_option("star31")
    page.get_by_text("台 of single items").click()
    honours = page.get_by_label("All honours 字一色", exact=True)
    assert honours.input_value() == "8"
    honours.fill("20")
    honours.press("Tab")
    page.get_by_role("button", name="All honours: as usual, 8").click()
    assert honours.input_value() == "8"
    assert page.get_by_text("0 changed").is_visible()
