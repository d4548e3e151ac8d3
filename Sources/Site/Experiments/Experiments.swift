internal import Lab
package import Simulation

/// Every experiment that the site offers, in the order in which a reader meets them. A pure one is asked for by GET; a
/// live one, which uses real sockets and a clock, by POST.
package enum Experiments {
  package static let all: [any Experiment] = Catalogue.experiments + LabCatalogue.experiments

  package static subscript(id: String) -> (any Experiment)? { all.first { $0.id == id } }
}
