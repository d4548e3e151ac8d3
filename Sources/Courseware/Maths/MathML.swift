/// TeX to MathML.
enum MathML {
  struct Fault: Error {
    var offset: Int
    var message: String
  }
  static func convert(_ tex: [UInt8], isDisplay: Bool) throws(Fault) -> [UInt8] {
    var out = HTMLBuffer()
    out.markup("<code>")
    out.text(tex)
    out.markup("</code>")
    return out.bytes
  }
}
