import CMD4C

extension MarkdownRenderer {
  func enter(_ type: MD_BLOCKTYPE, _ detail: UnsafeMutableRawPointer?) {
    if type == MD_BLOCK_CODE { attributes += 1 }
    if options.isInline { return enterInline(type) }
    if opening == .quote, type == MD_BLOCK_P {
      opening = .quoteParagraph
      return
    }
    settle()
    switch type {
    case MD_BLOCK_QUOTE: opening = .quote
    case MD_BLOCK_UL:
      out.markup("<ul>\n")
    case MD_BLOCK_OL:
      let start = detail?.load(as: MD_BLOCK_OL_DETAIL.self).start ?? 1
      if start == 1 {
        out.markup("<ol>\n")
      } else {
        out.markup("<ol start=\"")
        out.markup(Int(start))
        out.markup("\">\n")
      }
    case MD_BLOCK_LI: enterItem(detail?.load(as: MD_BLOCK_LI_DETAIL.self))
    case MD_BLOCK_HR: out.markup("<hr>\n")
    case MD_BLOCK_H: enterHeading(level: Int(detail?.load(as: MD_BLOCK_H_DETAIL.self).level ?? 2))
    case MD_BLOCK_CODE: enterCode(detail?.load(as: MD_BLOCK_CODE_DETAIL.self))
    case MD_BLOCK_P: out.markup("<p>")
    case MD_BLOCK_TABLE: enterTable()
    case MD_BLOCK_THEAD: enterTableHead()
    case MD_BLOCK_TBODY: out.markup("<tbody>\n")
    case MD_BLOCK_TR: enterRow()
    case MD_BLOCK_TH, MD_BLOCK_TD:
      let align = detail?.load(as: MD_BLOCK_TD_DETAIL.self).align ?? MD_ALIGN_DEFAULT
      table.cell = TableCell(isHeader: type == MD_BLOCK_TH, align: align)
    default: break
    }
  }

  func leave(_ type: MD_BLOCKTYPE, _ detail: UnsafeMutableRawPointer?) {
    closeSpans()
    if options.isInline { return }
    if type == MD_BLOCK_TH || type == MD_BLOCK_TD { return leaveCell() }
    settle()
    switch type {
    case MD_BLOCK_QUOTE:
      if quotes.popLast() == .alert { out.markup("</aside>\n") } else { out.markup("</blockquote>\n") }
    case MD_BLOCK_UL: out.markup("</ul>\n")
    case MD_BLOCK_OL: out.markup("</ol>\n")
    case MD_BLOCK_LI: out.markup("</li>\n")
    case MD_BLOCK_H: leaveHeading(level: Int(detail?.load(as: MD_BLOCK_H_DETAIL.self).level ?? 2))
    case MD_BLOCK_CODE: leaveCode()
    case MD_BLOCK_P:
      if alertTitle != nil { closeAlertTitle() }
      out.markup("</p>\n")
    case MD_BLOCK_TABLE: out.markup("</table></div>\n")
    case MD_BLOCK_THEAD: leaveTableHead()
    case MD_BLOCK_TBODY: out.markup("</tbody>\n")
    case MD_BLOCK_TR: leaveRow()
    default: break
    }
    if type != MD_BLOCK_H { plain(" ") }
  }

  private func enterItem(_ detail: MD_BLOCK_LI_DETAIL?) {
    guard let detail, detail.is_task != 0 else { return out.markup("<li>") }
    let isDone = UInt8(bitPattern: detail.task_mark).lowercased == UInt8(ascii: "x")
    // A disabled box is passed over by screen readers' Tab, but read with the item.
    if isDone {
      out.markup("<li class=\"task\"><input type=\"checkbox\" disabled checked aria-label=\"Done\"> ")
    } else {
      out.markup("<li class=\"task\"><input type=\"checkbox\" disabled aria-label=\"To do\"> ")
    }
  }

  /// Text that must be one paragraph: other blocks are reported once and their words kept.
  private func enterInline(_ type: MD_BLOCKTYPE) {
    guard type != MD_BLOCK_DOC else { return }
    inlineBlocks += 1
    if inlineBlocks == 1, type != MD_BLOCK_P {
      report(
        "The text `\(source.bytes.prefix(40).text)` is more than words in a line; a list, a heading or a block cannot stand here."
      )
    } else if inlineBlocks == 2 {
      report("The text holds more than one paragraph. Only one can stand here.")
    }
    if inlineBlocks > 1 { out.markup(" ") }
  }
}
