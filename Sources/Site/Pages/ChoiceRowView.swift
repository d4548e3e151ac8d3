import Simulation

/// One question with choices in a form: a row of radio buttons, or a menu.
struct ChoiceRowView {
  let parameter: Parameter
  let choices: [Parameter.Choice]
  /// The form's id, which makes ids unique on the page.
  let form: String
  /// Nil or empty until somebody has chosen.
  let value: String?
  let faults: [String]
  /// Whether it was found right, if it was checked.
  let verdict: Bool?

  private var id: String { "\(form)-\(parameter.name)" }

  /// Questions with the same choices, one below the other. The head names the columns for the eye; each button has its
  /// own label, which is seen where there is no room for columns.
  static func table(_ rows: [ChoiceRowView], _ choices: [Parameter.Choice]) -> HTML {
    let names: [HTML] = choices.map { "<span>\($0.label)</span>" }
    // Few rows are quick enough without digits.
    let keys: HTML? =
      rows.count < 3
      ? nil
      : """
      <p class="keys js-only">By keyboard: 1 to \(choices.count) chooses in a row and goes on to the next.</p>

      """
    return """
      \(keys)<div class="choice-table">
      <div class="choice-head" aria-hidden="true"><span></span><div class="options">\(names)</div></div>
      \(rows.map(\.row))</div>

      """
  }

  private var row: HTML {
    let options: [HTML] = choices.map { choice in
      """
      <label class="option"><input type="radio" name="\(parameter.name)" value="\(choice.name)"\
      \(HTML.attribute("checked", if: choice.name == value))>\
      <span>\(choice.label)</span></label>
      """
    }
    return """
      <fieldset class="choice-row" role="radiogroup" data-kind="text"\(verdictAttribute)\(description)>
      <legend>\(mark)\(parameter.label)</legend>
      <div class="options">\(options)</div>
      \(fault)</fieldset>

      """
  }

  var menu: HTML {
    let options: [HTML] = choices.map { choice in
      "<option value=\"\(choice.name)\"\(HTML.attribute("selected", if: choice.name == value))>\(choice.label)</option>\n"
    }
    return """
      <div class="menu-row" data-kind="text"\(verdictAttribute)>
      <label for="\(id)">\(mark)\(parameter.label)</label>
      <select id="\(id)" name="\(parameter.name)"\(description)>
      <option value="">Choose…</option>
      \(options)</select>
      \(fault)</div>

      """
  }

  private var mark: HTML? { verdict.map(ExerciseOutcomeView.mark) }

  private var verdictAttribute: HTML { HTML.attribute("data-verdict", verdict.map { $0 ? "right" : "wrong" }) }

  private var description: HTML {
    let invalid: HTML = faults.isEmpty ? .nothing : " aria-invalid=\"true\""
    return " aria-describedby=\"\(id)-fault\"" + invalid
  }

  private var fault: HTML {
    """
    <p class="fault" id="\(id)-fault" data-parameter="\(parameter.name)"\(MissingChoice.attribute(parameter.kind))>\
    \(MissingChoice.told(faults, value: value ?? "", parameter.kind))</p>

    """
  }
}
