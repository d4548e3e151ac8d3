package import JSON

/// An `experiment` cell: which experiment, with what, and what is asked first.
package struct ExperimentCell: Sendable, Equatable {
  /// Unique in its lesson; the anchor of the cell. The experiment's id unless given.
  package var id: String
  package var experiment: String
  /// The line of the fence, from 1.
  package var line: Int
  /// What the card asks, as plain text.
  package var title: String
  /// Parameters that differ from the experiment's defaults: always an object.
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

    package init(
      parameter: String, min: Double? = nil, max: Double? = nil, step: Double? = nil, choices: [String]? = nil
    ) {
      self.parameter = parameter
      self.min = min
      self.max = max
      self.step = step
      self.choices = choices
    }
  }

  /// What the reader guesses before the run.
  package struct Prediction: Sendable, Equatable {
    /// Plain text.
    package var ask: String
    /// Behind the number; may be empty.
    package var unit: String
    /// Where the right number stands in the result, such as `series[full].peak`.
    package var value: ResultPath
    /// A line that the reader may draw beside or instead of the number.
    package var drawing: Drawing?

    /// The line on which the path of the number stands, from 1.
    package var line: Int

    package init(ask: String, unit: String, value: ResultPath, line: Int, drawing: Drawing? = nil) {
      self.ask = ask
      self.unit = unit
      self.value = value
      self.line = line
      self.drawing = drawing
    }
  }

  /// A line that the reader draws through a few points before the run, kept on the chart beside the measured one. Only
  /// where `view` is `histogram` or `lines`; the line belongs to the chart's first panel.
  ///
  ///     "draw": {"ask": "Draw the requests in each 10 ms.", "value": "series[full].counts",
  ///              "at": [0, 100, 300, 700, 1500, 3100], "highest": 400}
  package struct Drawing: Sendable, Equatable {
    /// Plain text.
    package var ask: String
    /// Where the measured numbers stand in the result.
    package var value: ResultPath
    /// Where the points stand on the chart's x axis, in its unit (ms for a time): 3…12 of them, rising.
    package var positions: [Double]
    /// The top of the paper, in the chart's unit.
    package var highest: Double

    package init(ask: String, value: ResultPath, positions: [Double], highest: Double) {
      self.ask = ask
      self.value = value
      self.positions = positions
      self.highest = highest
    }
  }

  package enum View: String, Sendable, CaseIterable {
    case histogram, lines, bars, timeline, table, flow
  }

  /// A statement about the result that `course check` recomputes.
  package struct Claim: Sendable, Equatable {
    package var value: ResultPath
    /// Parameters beside the cell's own: always an object.
    package var with: JSONValue
    package var expected: Expected
    /// The line on which it stands, from 1.
    package var line: Int
    /// Its place among the cell's claims as written, from 0.
    package var index: Int

    package enum Expected: Sendable, Equatable {
      case equals(JSONValue)
      /// Both ends included.
      case between(Double, Double)
    }

    package init(value: ResultPath, with: JSONValue, expected: Expected, line: Int, index: Int) {
      self.value = value
      self.with = with
      self.expected = expected
      self.line = line
      self.index = index
    }
  }

  package init(
    id: String, experiment: String, line: Int, title: String, parameters: JSONValue = .object([]),
    adjustable: [Adjustable] = [], prediction: Prediction? = nil, view: View, claims: [Claim] = []
  ) {
    self.id = id
    self.experiment = experiment
    self.line = line
    self.title = title
    self.parameters = parameters
    self.adjustable = adjustable
    self.prediction = prediction
    self.view = view
    self.claims = claims
  }
}
