import Courseware

/// A question with choices. Without script the answer stands folded below it.
struct QuizCellView {
  let cell: QuizCell

  var html: HTML {
    let several = cell.choices.count(where: \.isRight) > 1
    let choices: [HTML] = cell.choices.enumerated().map { index, choice in
      """
      <li class="choice" data-right="\(choice.isRight ? "true" : "false")">
      <input class="js-only" id="\(cell.id)-\(index)" type="\(several ? "checkbox" : "radio")" name="\(cell.id)" \
      value="\(index)"><label for="\(cell.id)-\(index)">\(HTML(safe: choice.text))</label>
      </li>

      """
    }
    let answers: [HTML] = cell.choices.map { choice in
      let verdict = choice.isRight ? "Right" : "Wrong"
      let why: HTML = choice.why.isEmpty ? .nothing : "<p class=\"why\">\(HTML(safe: choice.why))</p>\n"
      return """
        <li class="answer answer-\(verdict.lowercased())"><p><strong>\(verdict):</strong> \(HTML(safe: choice.text))</p>
        \(why)</li>

        """
    }
    let explanation: HTML? =
      cell.explanation.isEmpty ? nil : "<p class=\"explanation\">\(HTML(safe: cell.explanation))</p>\n"
    return """
      <quiz-cell id="\(cell.id)" class="cell quiz">
      <fieldset>
      <legend><span class="cell-kind">Question</span> <span class="cell-title">\(HTML(safe: cell.question))</span></legend>
      <ul class="choices">
      \(choices)</ul>
      <div class="run-row js-only"><button class="button primary" type="button">Check the answer</button>\
      <p class="state"></p></div>
      </fieldset>
      <details class="answer-key"><summary>The answer</summary>
      <ul>
      \(answers)</ul>
      \(explanation)      </details>
      </quiz-cell>

      """
  }
}
