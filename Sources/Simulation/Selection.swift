extension UnsafeMutableBufferPointer<UInt64> {
  /// Reorders the elements so that the one at `rank` is the one that sorting would put there, with none greater before
  /// it and none smaller behind it. Linear on average; never worse than sorting.
  /// - Parameter pause: Called after each pass over what is left.
  func select(_ rank: Int, pause: () -> Void = {}) {
    var low = startIndex
    var high = endIndex
    var roundsLeft = 2 * (Int.bitWidth - count.leadingZeroBitCount)
    while high - low > 12, roundsLeft > 0 {
      roundsLeft -= 1
      pause()
      let (left, right) = partition(low, high)
      if rank <= right {
        high = right + 1
      } else if rank >= left {
        low = left
      } else {
        return
      }
    }
    self[low..<high].sort()
  }

  /// Hoare's partition around the median of three.
  /// - Returns: where the part that is not smaller begins, and where the part that is not greater ends.
  private func partition(_ low: Int, _ high: Int) -> (left: Int, right: Int) {
    let (first, middle, last) = (self[low], self[low + (high - low) / 2], self[high - 1])
    let pivot = Swift.max(Swift.min(first, middle), Swift.min(Swift.max(first, middle), last))
    var left = low
    var right = high - 1
    while left <= right {
      while self[left] < pivot { left += 1 }
      while self[right] > pivot { right -= 1 }
      if left <= right {
        swapAt(left, right)
        left += 1
        right -= 1
      }
    }
    return (left, right)
  }
}
