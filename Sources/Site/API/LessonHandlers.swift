internal import Courseware
internal import HTTP
internal import JSON

/// Answers the API's questions about lessons.
struct LessonHandlers: Sendable {
  let context: SiteContext

  func search(_ request: Request, _ parameters: PathParameters) throws -> Reply {
    let query = try SearchQuery(request, isForm: false)
    let shelf = context.shelf
    return .work(.reading) { _ in
      let hits = query.hits(in: shelf).map { hit -> JSONValue in
        [
          "page": .string(hit.page), "heading": .string(hit.heading), "address": .string(hit.address),
          "excerpt": .array(hit.excerpt.map { ["text": .string($0.text), "match": .bool($0.isMatch)] }),
        ]
      }
      let answer: JSONValue = ["query": .string(query.text), "hits": .array(hits)]
      return try JSONResponse.negotiated(request, answer.bytes)
    }
  }

  func list(_ request: Request, _ parameters: PathParameters) throws -> Reply {
    let shelf = context.shelf
    let ready = shelf.ready("/api/v1/lessons") { JSONResponse.ready(LessonHandlers.contents(shelf.course).bytes) }
    return .ready(try JSONResponse.negotiated(request, ready))
  }

  private static func contents(_ course: Course) -> JSONValue {
    let lessons = course.lessons.map { lesson -> JSONValue in
      [
        "slug": .string(lesson.slug), "title": .string(lesson.title), "summary": .string(lesson.summary),
        "order": .integer(lesson.order), "minutes": .integer(lesson.minutes),
        "page": .string("/lessons/\(lesson.slug)"),
        "headings": .array(
          lesson.headings.map { ["id": .string($0.id), "text": .string($0.text), "level": .integer($0.level)] }),
        "cells": .array(
          lesson.experiments.map {
            ["id": .string($0.id), "experiment": .string($0.experiment), "parameters": $0.parameters]
          }),
      ]
    }
    return ["lessons": .array(lessons)]
  }
}
