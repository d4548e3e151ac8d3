package import JSON

// Lessons: Markdown with front matter, to HTML with places for the cells that `Site` fills.
//
//   Lesson          one lesson, read and rendered
//   LessonReader    text to a lesson, or findings with file and line
//   Cell            a fenced block that is more than code

/// One lesson, rendered.
package struct Lesson: Sendable {
  /// From the file's name: `05-how-long-to-wait.md` gives `how-long-to-wait`.
  package var slug: String
  package var title: String
  package var summary: String
  package var order: Int
  /// How long it takes to read, in minutes.
  package var minutes: Int
  /// HTML and cells in the order of the text.
  package var parts: [Part]
  /// Headings of level 2 and 3, for the page's own contents.
  package var headings: [Heading]
  /// The text by section, without markup, for search.
  package var sections: [Section]
  /// The file's path, as given.
  package var file: String

  package enum Part: Sendable {
    /// Safe HTML, ready to be sent.
    case html(String)
    case experiment(ExperimentCell)
    case quiz(QuizCell)
  }

  package struct Heading: Sendable, Equatable {
    package var level: Int
    /// The anchor, without `#`.
    package var id: String
    package var text: String
    /// The text as inline HTML.
    package var html: String
  }

  package struct Section: Sendable, Equatable {
    /// The anchor of its heading, nil before the first.
    package var heading: Heading?
    package var text: String
  }
}

/// An `experiment` cell: which experiment, with what, and what is asked first.
package struct ExperimentCell: Sendable {
  /// Unique in its lesson; the anchor of the cell. The experiment's id unless given.
  package var id: String
  package var experiment: String
  /// The line of the fence, from 1.
  package var line: Int
  /// What the card asks.
  package var title: String
  /// Parameters that differ from the experiment's defaults.
  package var parameters: JSONValue
  /// What the reader may change, in order.
  package var adjustable: [Adjustable]
  package var prediction: Prediction?
  package var view: View
  package var claims: [Claim]

  package struct Adjustable: Sendable, Equatable {
    package var parameter: String
    package var min: Double?
    package var max: Double?
    package var step: Double?
    /// For a choice: those offered, if not all.
    package var choices: [String]?
  }

  /// What the reader guesses before the run.
  package struct Prediction: Sendable, Equatable {
    package var ask: String
    package var unit: String
    /// Where the right number stands in the result, such as `series[full].peak`.
    package var value: String
  }

  package enum View: String, Sendable, CaseIterable {
    case histogram, lines, bars, timeline, table, flow
  }

  /// A statement about the result that `course check` recomputes.
  package struct Claim: Sendable, Equatable {
    package var value: String
    /// Parameters beside the cell's own.
    package var with: JSONValue
    package var expected: Expected

    package enum Expected: Sendable, Equatable {
      case equals(JSONValue)
      case between(Double, Double)
    }
  }
}

/// A `quiz` cell: a question, its choices and why.
package struct QuizCell: Sendable {
  package var id: String
  package var line: Int
  /// Inline HTML.
  package var question: String
  package var choices: [Choice]
  /// Inline HTML, shown with the answer.
  package var explanation: String

  package struct Choice: Sendable, Equatable {
    /// Inline HTML.
    package var text: String
    package var isRight: Bool
    /// Inline HTML: why this choice is right or wrong; may be empty.
    package var why: String
  }
}

/// Something that an author has to mend.
package struct Finding: Sendable, Equatable, Error {
  package var file: String
  /// From 1.
  package var line: Int
  /// What is wrong and how to mend it.
  package var message: String

  package init(file: String, line: Int, message: String) {
    self.file = file
    self.line = line
    self.message = message
  }
}
