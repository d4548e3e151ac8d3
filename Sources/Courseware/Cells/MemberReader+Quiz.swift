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
  /// A quiz cell, or nil if anything is wrong with it.
  mutating func quiz(_ value: JSONValue) -> QuizSource? {
    guard let quiz = object(value, at: [], allowed: ["id", "question", "choices", "explanation"]) else { return nil }
    let id = id(of: quiz)
    let question = text("question", of: quiz, at: [])
    let choices = quizChoices(of: quiz)
    let explanation = text("explanation", of: quiz, at: [], isOptional: choices.allSatisfy { !$0.why.markdown.isEmpty })
    guard findings.isEmpty, let question, let explanation else { return nil }
    return QuizSource(id: id, question: question, choices: choices, explanation: explanation)
  }

  private mutating func quizChoices(of quiz: JSONValue) -> [QuizSource.Choice] {
    let values = array("choices", of: quiz, at: [])
    var choices: [QuizSource.Choice] = []
    for (index, value) in values.enumerated() {
      let path = ["choices", "\(index)"]
      guard let choice = object(value, at: path, allowed: ["text", "right", "why"]) else { continue }
      let text = text("text", of: choice, at: path)
      let why = self.text("why", of: choice, at: path, isOptional: true)
      var isRight = false
      switch choice["right"] {
      case .bool(let flag)?: isRight = flag
      case let other?: report(path + ["right"], "`right` is \(other.kind). Write `true` or `false`.")
      case nil: break
      }
      if let text, let why { choices.append(QuizSource.Choice(text: text, isRight: isRight, why: why)) }
    }
    if values.count < 2 {
      report(quiz["choices"] == nil ? [] : ["choices"], "A quiz needs at least two choices, in an array `choices`.")
    } else if choices.count == values.count, !choices.contains(where: \.isRight) {
      report(["choices"], "No choice is right. Give at least one `\"right\": true`.")
    }
    return choices
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
