import Courseware
import Simulation

/// One parameter's control in a form, with its unit, its meaning and what was wrong with it. A slider beside a number
/// has no name: it is there for scripts alone and never sent.
struct FieldView {
  let parameter: Parameter
  let adjustable: ExperimentCell.Adjustable
  /// The form's id, which makes ids unique on the page.
  let form: String
  /// As it stands in the query.
  let value: String
  let faults: [String]
  /// What holds if the value is left empty, where a preset may set it.
  var inherited: String?
  /// True for a number that is known and not tried out, so that it has no slider.
  var isBare = false

  private var id: String { "\(form)-\(parameter.name)" }

  var html: HTML {
    switch parameter.kind {
    case .integer(let range, _):
      number(Double(range.lowerBound), Double(range.upperBound), isWhole: true, isOptional: false)
    case .optionalInteger(let range):
      number(Double(range.lowerBound), Double(range.upperBound), isWhole: true, isOptional: true)
    case .number(let range, _): number(range.lowerBound, range.upperBound, isWhole: false, isOptional: false)
    case .choice(let choices, _): toggles(offered(choices), type: "radio")
    case .choices(let choices, _): toggles(offered(choices), type: "checkbox")
    case .flag: flag
    case .integers: text(placeholder: inherited ?? "whole numbers, comma-separated", isList: true)
    case .text(let maxBytes, _): text(placeholder: nil, isList: false, isLong: maxBytes > 60)
    }
  }

  private func offered(_ choices: [Parameter.Choice]) -> [Parameter.Choice] {
    guard let names = adjustable.choices else { return choices }
    return names.compactMap { name in choices.first { $0.name == name || $0.aliases.contains(name) } }
  }

  // MARK: Controls

  private func number(_ lowest: Double, _ highest: Double, isWhole: Bool, isOptional: Bool) -> HTML {
    let low = adjustable.min ?? lowest
    let high = adjustable.max ?? highest
    // A range over several decades is walked in steps of equal ratio.
    let isLogarithmic = high >= 100 * Swift.max(low, 1) && low >= 0 && isWhole
    let step = adjustable.step ?? (isWhole ? 1 : (high - low) / 100)
    // Where nothing may be given a slider has no place for it, unless the lesson gives a value and a range.
    let slider: HTML =
      isBare || (isOptional && (value.isEmpty || adjustable.max == nil))
      ? .nothing
      : """
      <input class="slider js-only" type="range" min="\(plain(low))" max="\(plain(high))" step="\(plain(step))"\
      \(HTML.attribute("data-scale", isLogarithmic ? "log" : nil)) value="\(value)" data-for="\(id)" \
      aria-label="\(parameter.label), slider">
      """
    return """
      <div class="field field-number" data-kind="number">
      <label for="\(id)">\(parameter.label)</label>
      <div class="control">\(slider)<span class="entry"><input id="\(id)" name="\(parameter.name)" type="number" \
      inputmode="\(isWhole ? "numeric" : "decimal")" min="\(plain(lowest))" max="\(plain(highest))" \
      step="\(isWhole ? "1" : "any")" value="\(value)"\(HTML.attribute("placeholder", placeholder(isOptional)))\
      \(description)>\(unit)</span></div>
      \(notes)</div>

      """
  }

  private func placeholder(_ isOptional: Bool) -> String? {
    if let inherited, !inherited.isEmpty { return inherited }
    return isOptional ? "none" : nil
  }

  private func toggles(_ choices: [Parameter.Choice], type: String) -> HTML {
    let chosen = Set(
      value.split(separator: ",").map { name in
        choices.first { $0.name == name || $0.aliases.contains(String(name)) }?.name ?? String(name)
      })
    let left: HTML? =
      inherited == nil || type != "radio"
      ? nil
      : """
      <span class="toggle"><input id="\(id)-left" type="radio" name="\(parameter.name)" value=""\
      \(HTML.attribute("checked", if: value.isEmpty))><label for="\(id)-left">As the preset</label></span>
      """
    let items: [HTML] = choices.enumerated().map { index, choice in
      """
      <span class="toggle"><input id="\(id)-\(choice.name)" type="\(HTML(safe: type))" name="\(parameter.name)" \
      value="\(choice.name)"\(HTML.attribute("checked", if: chosen.contains(choice.name)))\
      \(index == 0 ? description : .nothing)>\
      <label for="\(id)-\(choice.name)">\(choice.label)</label></span>
      """
    }
    let emptied: HTML =
      type == "checkbox" ? "<input type=\"hidden\" name=\"\(parameter.name)\" value=\"\">" : .nothing
    return """
      <fieldset class="field field-toggles" data-kind="\(type == "checkbox" ? "list" : "text")">
      <legend>\(parameter.label)</legend>
      <div class="toggles">\(emptied)\(left)\(items)</div>
      \(notes)</fieldset>

      """
  }

  private var flag: HTML {
    """
    <div class="field field-flag" data-kind="flag">
    <input type="hidden" name="\(parameter.name)" value="false">
    <span class="toggle"><input id="\(id)" type="checkbox" name="\(parameter.name)" value="true"\
    \(HTML.attribute("checked", if: value == "true"))\(description)><label for="\(id)">\(parameter.label)</label></span>
    \(notes)</div>

    """
  }

  private func text(placeholder: String?, isList: Bool, isLong: Bool = false) -> HTML {
    """
    <div class="field field-text\(isLong ? " field-long" : "")" data-kind="\(isList ? "integers" : "text")">
    <label for="\(id)">\(parameter.label)</label>
    <div class="control"><input id="\(id)" name="\(parameter.name)" type="text" value="\(value)" autocomplete="off" \
    autocapitalize="off" spellcheck="false"\(HTML.attribute("placeholder", placeholder))\(description)>\(unit)</div>
    \(notes)</div>

    """
  }

  // MARK: What stands beside a control

  private var unit: HTML {
    parameter.unit.isEmpty ? .nothing : " <span class=\"unit\">\(parameter.unit)</span>"
  }

  private var description: HTML {
    let invalid: HTML = faults.isEmpty ? .nothing : " aria-invalid=\"true\""
    return " aria-describedby=\"\(id)-fault \(id)-meaning\"" + invalid
  }

  private var notes: HTML {
    """
    <p class="meaning" id="\(id)-meaning">\(parameter.meaning)</p>
    <p class="fault" id="\(id)-fault" data-parameter="\(parameter.name)"\
    \(MissingChoice.attribute(parameter.kind))>\(MissingChoice.told(faults, value: value, parameter.kind))</p>
    """
  }

  /// Messages are told without their parameter's name, which the field has.
  static func sentence(_ text: String) -> String {
    text.prefix(1).uppercased() + text.dropFirst() + (text.hasSuffix(".") ? "" : ".")
  }

  private func plain(_ number: Double) -> String {
    Int(exactly: number).map { String($0) } ?? number.description
  }
}
