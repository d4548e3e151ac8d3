internal import Courseware
internal import HTTP
internal import JSON

/// Answers the API's questions about lessons.
struct LessonHandlers: Sendable {
  let context: SiteContext

  func list(_ request: Request, _ parameters: PathParameters) throws -> Reply {
    let lessons = context.shelf.course.lessons.map { lesson -> JSONValue in
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
    return .response(try JSONResponse.negotiated(request, (["lessons": .array(lessons)] as JSONValue).bytes))
  }
}
