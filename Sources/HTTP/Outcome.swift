import Retry

// What the conditions and ranges of a request make of an answer with status 200.

extension ReadyResponse {
  enum Outcome {
    case whole
    case notModified
    /// 412.
    case failed
    case part(Range<Int>)
    /// 416.
    case unsatisfiable
  }

  /// - Parameters:
  ///   - variant: that which the request is given.
  ///   - now: in seconds since 1970.
  func outcome(_ variant: Variant, for request: Request, now: Int) -> Outcome {
    guard status == .ok, request.method == .get || request.method == .head else { return .whole }
    let validators = Validators(entityTag: variant.entityTag, lastModified: lastModified)
    switch Preconditions.evaluate(request, validators, now: now) {
    case .proceed: break
    case .notModified: return .notModified
    case .failed: return .failed
    }
    guard request.method == .get, request.known.contains(.range),
      Preconditions.allowsRange(request, validators, now: now)
    else { return .whole }
    switch ByteRange(request.headers, length: variant.length) {
    case .whole: return .whole
    case .unsatisfiable: return .unsatisfiable
    case .part(let range): return .part(range)
    }
  }

  /// The status that the request is answered with; nil if it is refused for its conditions or its range. `now` is in
  /// seconds since 1970.
  package func status(for request: Request, now: @autoclosure () -> Int) -> Status? {
    if request.known.isDisjoint(with: [.precondition, .range]) { return status }
    return switch outcome(variant(for: request), for: request, now: now()) {
    case .whole: status
    case .notModified: .notModified
    case .part: .partialContent
    case .failed, .unsatisfiable: nil
    }
  }
}

extension Response {
  func outcome(for request: Request, now: Int) -> Preconditions.Outcome {
    guard request.isConditional, status == .ok, request.method == .get || request.method == .head else {
      return .proceed
    }
    let validators = Validators(
      entityTag: headers["ETag"],
      lastModified: headers["Last-Modified"].flatMap {
        HTTPDate($0, now: HTTPDate(secondsSince1970: Int64(now))).map { Int($0.secondsSince1970) }
      })
    return Preconditions.evaluate(request, validators, now: now)
  }

  /// The status that the request is answered with; nil if it is refused for its conditions. `now` is in seconds since
  /// 1970.
  package func status(for request: Request, now: @autoclosure () -> Int) -> Status? {
    if !request.isConditional { return status }
    return switch outcome(for: request, now: now()) {
    case .proceed: status
    case .notModified: .notModified
    case .failed: nil
    }
  }
}
