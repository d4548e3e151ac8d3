import JSON

/// A quiz as its author wrote it.
struct QuizSource {
  struct Text {
    var markdown: String
    /// Its line in the file.
    var line: Int
  }
  struct Choice {
    var text: Text
    var isRight: Bool
    var why: Text
  }

  var id: String?
  var question: Text
  var choices: [Choice]
  var explanation: Text
}

extension MemberReader {
  /// A quiz cell as far as it can be read, so that all that is wrong with it is found at once; nil if it is no object.
  mutating func quiz(_ value: JSONValue) -> QuizSource? {
    guard let quiz = object(value, at: [], allowed: ["id", "question", "several", "choices", "explanation"]) else {
      return nil
    }
    let id = id(of: quiz)
    let question = text("question", of: quiz, at: [])
    let choices = quizChoices(of: quiz)
    let explanation = text("explanation", of: quiz, at: [], isOptional: choices.allSatisfy { !$0.why.markdown.isEmpty })
    let none = QuizSource.Text(markdown: "", line: fence.line)
    return QuizSource(id: id, question: question ?? none, choices: choices, explanation: explanation ?? none)
  }

  private mutating func quizChoices(of quiz: JSONValue) -> [QuizSource.Choice] {
    let values = array("choices", of: quiz, at: [])
    var choices: [QuizSource.Choice] = []
    var seen: Set<String> = []
    for (index, value) in values.enumerated() {
      let path = ["choices", "\(index)"]
      guard let choice = object(value, at: path, allowed: ["text", "right", "why"]) else { continue }
      let text = text("text", of: choice, at: path)
      let why = self.text("why", of: choice, at: path, isOptional: true)
      let isRight = flag("right", of: choice, at: path)
      if let text, !seen.insert(text.markdown).inserted {
        report(path + ["text"], "The choice “\(text.markdown.prefix(40))” stands there twice. Change one.")
      }
      let none = QuizSource.Text(markdown: "", line: line(of: path))
      if let text { choices.append(QuizSource.Choice(text: text, isRight: isRight, why: why ?? none)) }
    }
    let several = flag("several", of: quiz, at: [])
    let right = choices.count { $0.isRight }
    if values.count < 2 {
      report(quiz["choices"] == nil ? [] : ["choices"], "A quiz needs at least two choices, in an array `choices`.")
    } else if right == 0 {
      if choices.count == values.count { report(["choices"], "No choice is right. Mark one with `\"right\": true`.") }
    } else if right > 1, !several {
      report(
        ["choices"],
        "\(right) choices are right. Mark one alone, or say with `\"several\": true` that more than one is to be found."
      )
    } else if right == 1, several, choices.count == values.count {
      report(["several"], "One choice alone is right. Leave `several` out, or mark another.")
    }
    return choices
  }

  /// A truth value; false unless it is there.
  private mutating func flag(_ name: String, of object: JSONValue, at path: [String]) -> Bool {
    switch object[name] {
    case .bool(let flag)?: return flag
    case let other?: report(path + [name], "`\(name)` is \(other.kind). Write `true` or `false`.")
    case nil: break
    }
    return false
  }

  private mutating func text(
    _ name: String, of object: JSONValue, at path: [String], isOptional: Bool = false
  ) -> QuizSource.Text? {
    let before = findings.count
    let markdown = string(name, of: object, at: path, isOptional: isOptional)
    guard findings.count == before else { return nil }
    return QuizSource.Text(markdown: markdown ?? "", line: line(of: path + [name]))
  }
}
