internal import JSON
internal import Simulation

/// The catalogue as the API shows it, made from the experiments' own schemas.
enum ExperimentCatalogue {
  static var json: JSONValue {
    [
      "engine": .integer(Catalogue.engine),
      "experiments": .array(Experiments.all.map(json)),
    ]
  }

  private static func json(_ experiment: any Experiment) -> JSONValue {
    let address = "/api/v1/experiments/\(experiment.id)"
    return [
      "id": .string(experiment.id), "title": .string(experiment.title), "question": .string(experiment.question),
      "live": .bool(experiment.isLive), "page": .string("/experiments/\(experiment.id)"),
      "run": [
        "method": experiment.isLive ? "POST" : "GET",
        "path": .string(experiment.isLive ? address + "/runs" : address),
      ],
      "parameters": .array(experiment.schema.parameters.map(json)),
      "presets": .array(presets(experiment.schema.presets)),
    ]
  }

  /// Names for sets of values: what each gives to the parameters that a caller leaves out.
  private static func presets(_ presets: Presets?) -> [JSONValue] {
    (presets?.sets ?? []).map { name, values in
      [
        "name": .string(name), "parameter": .string(presets?.parameter ?? ""),
        "values": .object(values.map { JSONMember($0.parameter, $0.value.json) }),
      ]
    }
  }

  /// One parameter as forms need it.
  static func json(_ parameter: Parameter) -> JSONValue {
    [
      "name": .string(parameter.name), "label": .string(parameter.label), "unit": .string(parameter.unit),
      "meaning": .string(parameter.meaning), "allowed": .string(parameter.kind.allowed),
      "schema": ParameterSchema.json(parameter),
    ]
  }
}

/// A parameter's kind as a JSON Schema (2020-12), the one that OpenAPI 3.1 uses.
enum ParameterSchema {
  static func json(_ parameter: Parameter) -> JSONValue {
    let schema = json(parameter.kind)
    return parameter.pattern.map { schema.merged(with: ["pattern": .string($0)]) } ?? schema
  }

  static func json(_ kind: Parameter.Kind) -> JSONValue {
    switch kind {
    case .integer(let range, let value):
      [
        "type": "integer", "minimum": .integer(range.lowerBound), "maximum": .integer(range.upperBound),
        "default": .integer(value),
      ]
    case .optionalInteger(let range):
      ["type": "integer", "minimum": .integer(range.lowerBound), "maximum": .integer(range.upperBound)]
    case .number(let range, let value):
      [
        "type": "number", "minimum": .number(range.lowerBound), "maximum": .number(range.upperBound),
        "default": .number(value),
      ]
    case .choice(let choices, let name):
      ["type": "string", "enum": names(choices), "default": .string(name)]
    case .choices(let choices, let names):
      [
        "type": "array", "items": ["type": "string", "enum": self.names(choices)], "minItems": 1,
        "uniqueItems": true, "default": .strings(names),
      ]
    case .integers(let range, let count, let values):
      [
        "type": "array",
        "items": ["type": "integer", "minimum": .integer(range.lowerBound), "maximum": .integer(range.upperBound)],
        "minItems": .integer(count.lowerBound), "maxItems": .integer(count.upperBound), "default": .integers(values),
      ]
    case .flag(let value): ["type": "boolean", "default": .bool(value)]
    case .text(let maxBytes, let value):
      ["type": "string", "maxLength": .integer(maxBytes), "default": .string(value)]
    }
  }

  private static func names(_ choices: [Parameter.Choice]) -> JSONValue {
    .strings(choices.flatMap { [$0.name] + $0.aliases })
  }
}
