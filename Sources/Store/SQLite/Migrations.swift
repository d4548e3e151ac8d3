/// The steps from an empty file to the present tables, in order. A step that was released is never changed.
enum Migrations {
  struct Step {
    let name: String
    let sql: String
  }

  static let steps = [
    Step(
      name: "people",
      sql: """
        CREATE TABLE person (
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          name TEXT NOT NULL,
          role TEXT NOT NULL CHECK (role IN ('student', 'instructor')),
          login TEXT NOT NULL DEFAULT '',
          email TEXT NOT NULL DEFAULT '',
          school_id TEXT NOT NULL DEFAULT '',
          section TEXT NOT NULL DEFAULT '',
          added_at INTEGER NOT NULL,
          revoked_at INTEGER
        ) STRICT;
        CREATE UNIQUE INDEX person_login ON person (login) WHERE login <> '';
        CREATE UNIQUE INDEX person_email ON person (email) WHERE email <> '';
        CREATE TABLE token (
          digest BLOB PRIMARY KEY,
          person INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
          kind TEXT NOT NULL CHECK (kind IN ('bearer', 'session', 'invitation')),
          made_at INTEGER NOT NULL,
          expires_at INTEGER,
          ended_at INTEGER
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX token_person ON token (person);
        CREATE TABLE join_code (
          code TEXT PRIMARY KEY,
          made_at INTEGER NOT NULL,
          closed_at INTEGER
        ) STRICT;
        CREATE TABLE audit (
          number INTEGER PRIMARY KEY AUTOINCREMENT,
          at INTEGER NOT NULL,
          actor INTEGER,
          action TEXT NOT NULL,
          subject TEXT NOT NULL,
          detail TEXT NOT NULL
        ) STRICT;
        """),
    Step(
      name: "submissions",
      sql: """
        CREATE TABLE submission (
          id INTEGER PRIMARY KEY AUTOINCREMENT,
          person INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
          exercise TEXT NOT NULL,
          attempt INTEGER NOT NULL,
          body BLOB NOT NULL,
          submitted_at INTEGER NOT NULL,
          score INTEGER,
          max_score INTEGER,
          report BLOB,
          grader TEXT,
          graded_at INTEGER,
          abandoned TEXT,
          UNIQUE (person, exercise, attempt)
        ) STRICT;
        CREATE INDEX submission_pending ON submission (id) WHERE graded_at IS NULL AND abandoned IS NULL;
        CREATE INDEX submission_exercise ON submission (exercise);
        CREATE TABLE claim (
          scope TEXT NOT NULL,
          key TEXT NOT NULL,
          body BLOB NOT NULL,
          made_at INTEGER NOT NULL,
          expires_at INTEGER,
          submission INTEGER REFERENCES submission (id) ON DELETE CASCADE,
          person INTEGER REFERENCES person (id) ON DELETE CASCADE,
          status INTEGER,
          headers TEXT,
          response BLOB,
          PRIMARY KEY (scope, key)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX claim_submission ON claim (submission);
        CREATE INDEX claim_person ON claim (person);
        CREATE INDEX claim_expiry ON claim (expires_at) WHERE expires_at IS NOT NULL;
        CREATE TABLE exercise_settings (
          exercise TEXT PRIMARY KEY,
          deadline INTEGER,
          time_zone TEXT NOT NULL,
          attempt_limit INTEGER,
          shows_solution INTEGER NOT NULL
        ) STRICT;
        """),
    Step(
      name: "abandoned submissions by person",
      sql: "CREATE INDEX submission_abandoned ON submission (person, exercise) WHERE abandoned IS NOT NULL"),
    // Not unique: earlier versions let logins differ in their case alone.
    Step(
      name: "people in any case",
      sql: """
        CREATE INDEX person_login_any_case ON person (login COLLATE NOCASE) WHERE login <> '';
        CREATE INDEX person_email_any_case ON person (email COLLATE NOCASE) WHERE email <> '';
        """),
    // Answers are long, so they go behind one another, and what is kept in the order of the keys is short. A submission's
    // claim goes with the submission.
    Step(
      name: "claims in the order in which they came",
      sql: """
        CREATE TABLE claim_in_order (
          scope TEXT NOT NULL,
          key TEXT NOT NULL,
          body BLOB NOT NULL,
          made_at INTEGER NOT NULL,
          expires_at INTEGER,
          submission INTEGER REFERENCES submission (id) ON DELETE CASCADE,
          person INTEGER REFERENCES person (id) ON DELETE CASCADE,
          status INTEGER,
          headers TEXT,
          response BLOB,
          UNIQUE (scope, key)
        ) STRICT;
        INSERT INTO claim_in_order
          SELECT scope, key, body, made_at, expires_at, submission, iif(submission IS NULL, person, NULL), status,
            headers, response
          FROM claim ORDER BY made_at;
        DROP TABLE claim;
        ALTER TABLE claim_in_order RENAME TO claim;
        CREATE INDEX claim_submission ON claim (submission) WHERE submission IS NOT NULL;
        CREATE INDEX claim_person ON claim (person) WHERE person IS NOT NULL;
        CREATE INDEX claim_expiry ON claim (expires_at) WHERE expires_at IS NOT NULL;
        """),
    // Nothing where it is the person's own.
    Step(name: "whose question a submission answers", sql: "ALTER TABLE submission ADD COLUMN candidate INTEGER"),
    Step(
      name: "numbers of those who were merged",
      sql: """
        CREATE TABLE former_person (
          number INTEGER PRIMARY KEY,
          person INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE
        ) STRICT;
        CREATE INDEX former_person_person ON former_person (person);
        """),
  ]

  /// - Throws: `StoreError.foreign` if another program keeps its tables in the file.
  static func refuseForeign(_ connection: Connection) throws(StoreError) {
    guard try !areBegun(in: connection) else { return }
    let foreign = try connection.first("SELECT name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_%' LIMIT 1") {
      $0.text(0)
    }
    guard let foreign else { return }
    throw .foreign(path: connection.path, detail: "it holds another program's table \(foreign)")
  }

  /// False for an empty file, and for a table of another program that has the name of ours.
  static func areBegun(in connection: Connection) throws(StoreError) -> Bool {
    let columns = try connection.first(
      "SELECT count(*) FROM pragma_table_info('migration') WHERE name IN ('number', 'name')"
    ) { $0.integer(0) }
    guard columns == 2 else { return false }
    let first = try connection.first("SELECT name FROM migration ORDER BY number LIMIT 1") { $0.text(0) }
    return first == steps[0].name
  }

  /// Brings the file up to date. Each step is one transaction together with the note that it was taken.
  /// - Throws: `StoreError.newer` if the file has a step that this program does not know.
  static func apply(to connection: Connection) throws(StoreError) {
    try connection.execute("BEGIN IMMEDIATE")
    do throws(StoreError) {
      try connection.execute(
        "CREATE TABLE IF NOT EXISTS migration (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT")
      let taken = try connection.all("SELECT name FROM migration ORDER BY number") { $0.text(0) }
      for (number, name) in taken.enumerated() where number >= steps.count || steps[number].name != name {
        throw StoreError.newer(path: connection.path, migration: name)
      }
      for (number, step) in steps.enumerated().dropFirst(taken.count) {
        try connection.execute(step.sql)
        try connection.run(
          "INSERT INTO migration (number, name) VALUES (?, ?)", .integer(number), .text(step.name))
      }
      try connection.execute("COMMIT")
    } catch {
      if connection.isInTransaction { try connection.execute("ROLLBACK") }
      throw error
    }
  }
}
