/// A labelled field of an account's form, with a hint and what was wrong with it.
struct TextRow {
  let name: String
  let label: String
  var value = ""
  var hint: HTML?
  var fault: String?
  var type = "text"
  var autocomplete = "off"
  var maxLength: Int?
  var isRequired = false
  /// For a text of several lines.
  var lines: Int?

  private var id: String { "field-\(name)" }

  var html: HTML {
    """
    <div class="text-row">
    <label for="\(id)">\(label)\(isRequired ? nil : " <span class=\"optional\">(may be left out)</span>")</label>
    \(hint.map { "<p class=\"hint\" id=\"\(id)-hint\">\($0)</p>\n" })\(control)
    <p class="fault" id="\(id)-fault">\(fault.map(FieldView.sentence) ?? "")</p>
    </div>

    """
  }

  private var control: HTML {
    let described = (hint == nil ? "" : "\(id)-hint ") + "\(id)-fault"
    let attributes: HTML = """
      id="\(id)" name="\(name)" aria-describedby="\(described)" autocomplete="\(autocomplete)" \
      autocapitalize="off" spellcheck="false"\(HTML.attribute("required", if: isRequired))\
      \(HTML.attribute("maxlength", maxLength.map { String($0) }))\
      \(HTML.attribute("aria-invalid", fault == nil ? nil : "true"))
      """
    if let lines { return "<textarea rows=\"\(lines)\" \(attributes)>\n\(value)</textarea>" }
    return "<input type=\"\(type)\" value=\"\(value)\" \(attributes)>"
  }
}

/// A hidden field of a form.
struct HiddenField {
  let name: String
  let value: String?

  var html: HTML? { value.map { "<input type=\"hidden\" name=\"\(name)\" value=\"\($0)\">\n" } }
}
