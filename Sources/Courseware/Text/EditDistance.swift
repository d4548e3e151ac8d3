/// How many bytes have to be put in, taken out or changed to make one of the other (Levenshtein).
func editDistance(_ first: [UInt8], _ second: [UInt8]) -> Int {
  var row = Array(0...second.count)
  for (line, byte) in first.enumerated() {
    var diagonal = row[0]
    row[0] = line + 1
    for (column, other) in second.enumerated() {
      let above = row[column + 1]
      row[column + 1] = min(above + 1, row[column] + 1, diagonal + (byte == other ? 0 : 1))
      diagonal = above
    }
  }
  return row[second.count]
}
