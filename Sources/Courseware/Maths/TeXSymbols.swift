/// The commands that stand for a character, by what kind of atom they make.
enum TeXSymbols {
  struct Symbol {
    var character: String
    var role: Role
  }

  enum Role {
    /// A letter, slanted.
    case letter
    /// A letter or sign, upright.
    case upright
    case binary
    case relation
    case punctuation
    /// `∑` and its like: scripts go above and below in a formula of its own.
    case largeOperator
    case integral
    case dots
  }

  static let named: [String: Symbol] = {
    var table: [String: Symbol] = [:]
    for (role, list) in lists {
      for entry in list.split(whereSeparator: { $0.isWhitespace }) {
        let halves = entry.split(separator: ":", maxSplits: 1)
        guard halves.count == 2 else { continue }
        table[String(halves[0])] = Symbol(character: String(halves[1]), role: role)
      }
    }
    return table
  }()

  private static let lists: [(Role, String)] = [
    (
      .letter,
      """
      alpha:α beta:β gamma:γ delta:δ epsilon:ϵ varepsilon:ε zeta:ζ eta:η theta:θ vartheta:ϑ iota:ι kappa:κ lambda:λ mu:μ
      nu:ν xi:ξ omicron:ο pi:π varpi:ϖ rho:ρ varrho:ϱ sigma:σ varsigma:ς tau:τ upsilon:υ phi:ϕ varphi:φ chi:χ psi:ψ
      omega:ω ell:ℓ imath:ı jmath:ȷ partial:∂ hbar:ℏ
      """
    ),
    (
      .upright,
      """
      Gamma:Γ Delta:Δ Theta:Θ Lambda:Λ Xi:Ξ Pi:Π Sigma:Σ Upsilon:Υ Phi:Φ Psi:Ψ Omega:Ω infty:∞ nabla:∇ forall:∀
      exists:∃ nexists:∄ emptyset:∅ varnothing:∅ neg:¬ lnot:¬ Re:ℜ Im:ℑ aleph:ℵ wp:℘ angle:∠ triangle:△ square:□ top:⊤
      bot:⊥ degree:° checkmark:✓ dagger:† ddagger:‡ S:§ pounds:£ euro:€ flat:♭ sharp:♯ natural:♮ surd:√ prime:′
      %:% #:# $:$ &:& _:_
      """
    ),
    (
      .binary,
      """
      pm:± mp:∓ times:× div:÷ cdot:⋅ ast:∗ star:⋆ circ:∘ bullet:∙ oplus:⊕ ominus:⊖ otimes:⊗ odot:⊙ cup:∪ cap:∩
      sqcup:⊔ sqcap:⊓ uplus:⊎ setminus:∖ wedge:∧ land:∧ vee:∨ lor:∨ diamond:⋄ bmod:mod amalg:⨿ wr:≀
      """
    ),
    (
      .relation,
      """
      le:≤ leq:≤ leqslant:⩽ ge:≥ geq:≥ geqslant:⩾ ne:≠ neq:≠ lt:< gt:> approx:≈ sim:∼ simeq:≃ cong:≅ equiv:≡ doteq:≐
      propto:∝ in:∈ notin:∉ ni:∋ subset:⊂ subseteq:⊆ subsetneq:⊊ supset:⊃ supseteq:⊇ nsubseteq:⊈ ll:≪ gg:≫ prec:≺
      preceq:⪯ succ:≻ succeq:⪰ to:→ rightarrow:→ longrightarrow:⟶ leftarrow:← gets:← longleftarrow:⟵ leftrightarrow:↔
      Rightarrow:⇒ implies:⟹ Longrightarrow:⟹ Leftarrow:⇐ impliedby:⟸ Leftrightarrow:⇔ iff:⟺ Longleftrightarrow:⟺
      mapsto:↦ longmapsto:⟼ hookrightarrow:↪ uparrow:↑ downarrow:↓ updownarrow:↕ Uparrow:⇑ Downarrow:⇓ nearrow:↗
      searrow:↘ mid:∣ nmid:∤ parallel:∥ perp:⊥ models:⊨ vdash:⊢ dashv:⊣ coloneqq:≔ lesssim:≲ gtrsim:≳ asymp:≍
      leftharpoonup:↼ rightharpoonup:⇀ rightleftharpoons:⇌ therefore:∴ because:∵ nless:≮ ngtr:≯ triangleq:≜ leadsto:⇝
      """
    ),
    (.punctuation, "colon:: "),
    (
      .largeOperator,
      """
      sum:∑ prod:∏ coprod:∐ bigcup:⋃ bigcap:⋂ bigvee:⋁ bigwedge:⋀ bigoplus:⨁ bigotimes:⨂ bigodot:⨀ biguplus:⨄ bigsqcup:⨆
      """
    ),
    (.integral, "int:∫ iint:∬ iiint:∭ oint:∮"),
    (.dots, "ldots:… dots:… dotsc:… dotso:… cdots:⋯ dotsb:⋯ dotsm:⋯ vdots:⋮ ddots:⋱"),
  ]

  /// Functions' names; those with scripts below in a formula of its own.
  static let functions: Set<String> = [
    "arccos", "arcsin", "arctan", "arg", "cos", "cosh", "cot", "coth", "csc", "deg", "dim", "exp", "hom", "ker", "lg",
    "ln", "log", "sec", "sin", "sinh", "tan", "tanh",
  ]
  static let limitFunctions: [String: String] = [
    "det": "det", "gcd": "gcd", "inf": "inf", "lim": "lim", "liminf": "lim inf", "limsup": "lim sup", "max": "max",
    "min": "min", "Pr": "Pr", "sup": "sup", "argmax": "arg max", "argmin": "arg min",
  ]

  /// Spaces, in em.
  static let spaces: [String: StaticString] = [
    ",": "0.1667", "thinspace": "0.1667", ":": "0.2222", ">": "0.2222", "medspace": "0.2222", ";": "0.2778",
    "thickspace": "0.2778", "!": "-0.1667", "negthinspace": "-0.1667", " ": "0.25", "\n": "0.25", "space": "0.25",
    "enspace": "0.5", "quad": "1", "qquad": "2",
  ]

  /// Marks over their argument, and whether they grow with it.
  static let accents: [String: (mark: String, grows: Bool)] = [
    "hat": ("^", false), "widehat": ("^", true), "bar": ("¯", false), "overline": ("‾", true), "vec": ("→", false),
    "overrightarrow": ("→", true), "overleftarrow": ("←", true), "dot": ("˙", false), "ddot": ("¨", false),
    "tilde": ("~", false), "widetilde": ("~", true), "acute": ("´", false), "grave": ("`", false),
    "check": ("ˇ", false), "breve": ("˘", false), "mathring": ("˚", false), "overbrace": ("⏞", true),
    "overbracket": ("⎴", true),
  ]
  /// Marks under their argument, all of which grow.
  static let underAccents: [String: String] = ["underline": "_", "underbrace": "⏟", "underbracket": "⎵"]

  /// What may stand behind `\left`, `\right`, `\middle` and `\big`.
  static let delimiters: [String: String] = [
    "(": "(", ")": ")", "[": "[", "]": "]", "|": "|", "/": "/", ".": "", "<": "⟨", ">": "⟩", "\\{": "{", "\\}": "}",
    "\\lbrace": "{", "\\rbrace": "}", "\\lbrack": "[", "\\rbrack": "]", "\\|": "‖", "\\Vert": "‖", "\\vert": "|",
    "\\lvert": "|", "\\rvert": "|", "\\lVert": "‖", "\\rVert": "‖", "\\langle": "⟨", "\\rangle": "⟩",
    "\\lfloor": "⌊", "\\rfloor": "⌋", "\\lceil": "⌈", "\\rceil": "⌉", "\\backslash": "\\", "\\uparrow": "↑",
    "\\downarrow": "↓", "\\updownarrow": "↕",
  ]
  static let openingDelimiters: Set<String> = [
    "(", "[", "\\{", "\\lbrace", "\\lbrack", "\\lvert", "\\lVert", "\\langle", "\\lfloor", "\\lceil",
  ]
  static let closingDelimiters: Set<String> = [
    ")", "]", "\\}", "\\rbrace", "\\rbrack", "\\rvert", "\\rVert", "\\rangle", "\\rfloor", "\\rceil",
  ]

  /// Relations struck through.
  static let negations: [String: String] = [
    "=": "≠", "<": "≮", ">": "≯", "\\in": "∉", "\\ni": "∌", "\\le": "≰", "\\leq": "≰", "\\ge": "≱", "\\geq": "≱",
    "\\subset": "⊄", "\\subseteq": "⊈", "\\supset": "⊅", "\\equiv": "≢", "\\approx": "≉", "\\sim": "≁",
    "\\exists": "∄", "\\mid": "∤", "\\parallel": "∦",
  ]
}
