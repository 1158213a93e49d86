"""The document that reports in DOCX are filled into, built with python-docx: its source is what stands here.

``python -m journal.reports.docxtemplate FILE`` writes it out, for a house to change it in a word processor and keep it
as ``report.docx``, or ``ruling.docx`` and so on, among its templates. Tags in braces are those of Jinja2, in the manner
of docxtpl: ``{%p`` takes its whole paragraph, ``{%tr`` its row, ``{%tc`` its cell.
"""

from __future__ import annotations

import sys
from io import BytesIO
from pathlib import Path
from typing import Any

MARGIN = 2.2
"""To the left and to the right of the text, in centimetres."""

_SERIF = "Georgia"
_GREY = "595959"
_MARKED = "{% if %s.lang %}[{{ %s.lang }}] {% endif %}{{ %s.text }}"


def build(language: str = "en", wide: bool = False) -> bytes:
    """The document, in the language that its text will be in. ``wide``: its pages lie on their side."""
    from docx import Document

    document = Document()
    _dress(document, language)
    _paged(document, wide)
    line = _Lines(document)
    line("{%p for sheet in report.sheets %}")
    line("{%p if not loop.first %}")
    _break(document)
    line("{%p endif %}")
    line("{{ sheet.title }}", "Title")
    line("{{ sheet.subtitle }}", "Subtitle")
    _rows(document, "sheet.head.rows", ["{{ row.label }}", _marked("row.said")], widths=(4.2, 12.4))
    line("{%p for section in sheet.sections %}")
    line("{{ section.title }}", "Heading 1")
    line("{%p for block in section.blocks %}")
    _blocks(document, line)
    line("{%p endfor %}")
    line("{%p endfor %}")
    line("{%p for note in report.notes %}")
    line("{{ note }}", "Caption")
    line("{%p endfor %}")
    line("{{ report.digest.label }}: {{ report.digest.text }}", "Caption")
    _footer(document)
    stream = BytesIO()
    document.save(stream)
    return stream.getvalue()


class _Lines:
    """Adds paragraphs."""

    def __init__(self, document: Any) -> None:
        self._document = document

    def __call__(self, text: str, style: str = "Normal") -> Any:
        return self._document.add_paragraph(text, style=style)


def _marked(name: str) -> str:
    return _MARKED.replace("%s", name)


def _blocks(document: Any, line: _Lines) -> None:
    line('{%p if block.block == "text" and block.strong %}')
    line("", "Normal").add_run(_marked("block.said")).bold = True
    line('{%p elif block.block == "text" %}')
    line(_marked("block.said"))
    line('{%p elif block.block == "pairs" %}')
    _rows(document, "block.rows", ["{{ row.label }}", _marked("row.said")], widths=(4.2, 12.4))
    line('{%p elif block.block == "items" %}')
    line('{%p for item in block["items"] %}')
    note = "{% if item.note %} ({{ item.note }}){% endif %}"
    line("{% if block.ordered %}{{ loop.index }}. {% else %}– {% endif %}" + _marked("item.said") + note, "List")
    line("{%p endfor %}")
    line('{%p elif block.block == "table" %}')
    line("{%p if block.caption != section.title %}")
    line("{{ block.caption }}", "Heading 2")
    line("{%p endif %}")
    _any_table(document)
    line('{%p elif block.block == "bars" %}')
    cells = [_marked("row.label"), "{{ row.part | bar(10) }}", "{{ row.shown }}", "{{ row.share }}"]
    heads = [f"{{{{ block.columns[{n}] }}}}" for n in range(4)]
    _rows(document, "block.rows", cells, widths=(6.2, 6.0, 2.2, 2.2), heads=heads)
    line('{%p elif block.block == "verbatim" %}')
    line("{{ block.text }}", "macro")
    line('{%p elif block.block == "sign" %}')
    cells = ["{{ row.role }}", "{{ row.name }}\n\n________________________________\n{{ report.texts.sign }}"]
    _rows(document, "block.rows", cells, widths=(6.6, 10.0))
    line("{%p endif %}")
    line("{%p endfor %}")


def _rows(
    document: Any, rows: str, cells: list[str], widths: tuple[float, ...], heads: list[str] | None = None
) -> None:
    """A table with one row for each part of ``rows``; widths in centimetres."""
    from docx.shared import Cm

    table = document.add_table(rows=0, cols=len(cells))
    table.autofit = False
    if heads:
        _filled(table, heads, bold=True)
        _repeated(table.rows[0])
    _filled(table, ["{%tr for row in " + rows + " %}"] + [""] * (len(cells) - 1))
    _filled(table, cells)
    _filled(table, ["{%tr endfor %}"] + [""] * (len(cells) - 1))
    for row in table.rows:
        for cell, width in zip(row.cells, widths, strict=True):
            cell.width = Cm(width)
    if heads:
        _lined(table)


def _any_table(document: Any) -> None:
    """A table with as many columns as the block has."""
    table = document.add_table(rows=0, cols=3)
    _filled(table, ["{%tc for column in block.columns %}", "{{ column.title }}", "{%tc endfor %}"], bold=True)
    _repeated(table.rows[0])
    _filled(table, ["{%tr for row in block.rows %}", "", ""])
    _filled(table, ["{%tc for cell in row %}", _marked("cell"), "{%tc endfor %}"])
    _filled(table, ["{%tr endfor %}", "", ""])
    _lined(table)


def _filled(table: Any, texts: list[str], bold: bool = False) -> None:
    for cell, text in zip(table.add_row().cells, texts, strict=True):
        run = cell.paragraphs[0].add_run(text)
        run.bold = bold or None


def _repeated(row: Any) -> None:
    """Marks a row as the head of its table: it comes again on each page, and is read out as a head."""
    from docx.oxml import OxmlElement

    row._tr.get_or_add_trPr().append(OxmlElement("w:tblHeader"))


def _lined(table: Any) -> None:
    """Thin lines between the rows."""
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn

    borders = OxmlElement("w:tblBorders")
    for side in ("top", "bottom", "insideH"):
        border = OxmlElement(f"w:{side}")
        for name, value in (("val", "single"), ("sz", "4"), ("space", "0"), ("color", "A0A0A0")):
            border.set(qn(f"w:{name}"), value)
        borders.append(border)
    table._tbl.tblPr.append(borders)


def _break(document: Any) -> None:
    from docx.enum.text import WD_BREAK

    document.add_paragraph().add_run().add_break(WD_BREAK.PAGE)


def _dress(document: Any, language: str) -> None:
    """Letters and their language."""
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn
    from docx.shared import Pt, RGBColor

    looks = {
        "Normal": (10.5, False, 3), "Title": (20, False, 2), "Subtitle": (12, False, 10), "Heading 1": (12.5, True, 4),
        "Heading 2": (10.5, False, 3), "Caption": (8, False, 0), "List": (10.5, False, 2), "macro": (8.5, False, 4),
    }  # fmt: skip
    for name, (size, bold, below) in looks.items():
        style = document.styles[name]
        style.font.name = "Consolas" if name == "macro" else _SERIF
        fonts = style.element.get_or_add_rPr().get_or_add_rFonts()
        for other in ("w:cs", "w:eastAsia", "w:hAnsi"):
            fonts.set(qn(other), style.font.name)
        for other in ("w:asciiTheme", "w:hAnsiTheme", "w:cstheme", "w:eastAsiaTheme"):
            fonts.attrib.pop(qn(other), None)
        style.font.size, style.font.bold, style.font.italic = Pt(size), bold, name == "Heading 2"
        grey = name in ("Subtitle", "Caption")
        style.font.color.rgb = RGBColor.from_string(_GREY if grey else "161616")
        style.paragraph_format.space_after = Pt(below)
        style.paragraph_format.space_before = Pt(12 if name == "Heading 1" else 0)
    for lines in document.styles["Title"].element.iter(qn("w:pBdr")):
        lines.getparent().remove(lines)
        break
    told = OxmlElement("w:lang")
    told.set(qn("w:val"), language)
    document.styles["Normal"].element.get_or_add_rPr().append(told)


def _paged(document: Any, wide: bool) -> None:
    from docx.enum.section import WD_ORIENT
    from docx.shared import Cm

    page = document.sections[0]
    size = (Cm(29.7), Cm(21)) if wide else (Cm(21), Cm(29.7))
    page.orientation = WD_ORIENT.LANDSCAPE if wide else WD_ORIENT.PORTRAIT
    page.page_width, page.page_height = size
    page.left_margin = page.right_margin = Cm(MARGIN)
    page.top_margin = page.bottom_margin = Cm(2)


def _footer(document: Any) -> None:
    """The page and how many there are, right-aligned, as fields that the word processor counts."""
    from docx.enum.text import WD_ALIGN_PARAGRAPH

    paragraph = document.sections[0].footer.paragraphs[0]
    paragraph.alignment = WD_ALIGN_PARAGRAPH.RIGHT
    _field(paragraph, "PAGE")
    paragraph.add_run(" / ")
    _field(paragraph, "NUMPAGES")


def _field(paragraph: Any, name: str) -> None:
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn

    for kind, text in (("begin", ""), ("", name), ("end", "")):
        run = paragraph.add_run()
        part = OxmlElement("w:fldChar" if kind else "w:instrText")
        if kind:
            part.set(qn("w:fldCharType"), kind)
        else:
            part.text = text
        run._r.append(part)


if __name__ == "__main__":
    Path(sys.argv[1]).write_bytes(build())
