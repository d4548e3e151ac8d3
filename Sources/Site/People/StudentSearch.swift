internal import Store

/// Finds students by what somebody remembers of them, and those who may be one person with another.
struct StudentSearch {
  let students: [Person]

  /// How many are shown at most.
  static let most = 20

  /// Those whose number, login or e-mail address is the text, else those whose name, login or address has all its words.
  func matches(_ text: String) -> [Person] {
    let key = NewPerson.key(text)
    let exact = students.filter { person in
      String(person.id.rawValue) == text
        || [person.details.login, person.details.email].contains { !$0.isEmpty && NewPerson.key($0) == key }
    }
    guard exact.isEmpty else { return exact }
    let words = StudentSearch.words(text)
    guard !words.isEmpty else { return [] }
    let found = students.filter { person in
      let known = [person.name, person.details.login, person.details.email].map { $0.lowercased() }
      return words.allSatisfy { word in known.contains { $0.contains(word) } }
    }
    return Array(found.prefix(StudentSearch.most))
  }

  /// Those who share a word of a student's name, the most words first.
  func doubles(of student: Person) -> [Person] {
    let own = StudentSearch.words(student.name)
    let others = students.filter { $0.id != student.id }.map {
      ($0, StudentSearch.words($0.name).intersection(own).count)
    }
    let alike = others.filter { $0.1 > 0 }.sorted { ($1.1, $0.0.id) < ($0.1, $1.0.id) }
    return alike.prefix(StudentSearch.most).map(\.0)
  }

  /// Words of one letter tell nobody apart.
  private static func words(_ text: String) -> Set<String> {
    Set(text.lowercased().split { !$0.isLetter && !$0.isNumber }.filter { $0.count > 1 }.map(String.init))
  }
}
