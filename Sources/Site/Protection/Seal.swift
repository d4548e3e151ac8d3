internal import CCrypto
internal import Retry
internal import Store

/// Closes an answer that shows a secret with what only its client knows: the idempotency key. The database then keeps
/// neither the secret nor the key, and still the answer can be given again to whoever sends the key.
///
/// PBKDF2 with HMAC-SHA-256 (RFC 8018 §5.2) makes two values of the key: the name that the record is looked up by, and
/// the key of AES-256 in Galois/counter mode (NIST SP 800-38D). Guessing is as hard as the idempotency key is random.
struct Seal: Sendable {
  /// Stands for the key in the record.
  let name: String
  private let key: [UInt8]

  /// Slows down whoever guesses keys from a stolen database; takes some milliseconds.
  private static let rounds: Int32 = 20_000
  private static let nonceLength = 12
  private static let tagLength = 16

  init(_ idempotencyKey: IdempotencyKey, scope: String) {
    let password = idempotencyKey.value.utf8.map { CChar(bitPattern: $0) }
    let salt = Array("course seal 1 \(scope)".utf8)
    var output = [UInt8](repeating: 0, count: 64)
    let done = PKCS5_PBKDF2_HMAC(
      password, Int32(password.count), salt, Int32(salt.count), Seal.rounds, EVP_sha256(), 64, &output)
    precondition(done == 1, "libcrypto has no PBKDF2")
    name = output[..<32].hex
    key = Array(output[32...])
  }

  /// The message with a nonce before it and a tag behind it; the nonce is random, so the same message gives other bytes
  /// each time.
  func close(_ message: [UInt8]) -> [UInt8] {
    var nonce = [UInt8](repeating: 0, count: Seal.nonceLength)
    precondition(RAND_bytes(&nonce, Int32(nonce.count)) == 1, "libcrypto has no random numbers")
    var sealed = [UInt8](repeating: 0, count: message.count)
    var tag = [UInt8](repeating: 0, count: Seal.tagLength)
    var count: Int32 = 0
    let context = EVP_CIPHER_CTX_new()
    defer { EVP_CIPHER_CTX_free(context) }
    let done =
      EVP_EncryptInit_ex(context, EVP_aes_256_gcm(), nil, key, nonce) == 1
      && EVP_EncryptUpdate(context, &sealed, &count, message, Int32(message.count)) == 1
      && EVP_EncryptFinal_ex(context, nil, &count) == 1
      && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(tag.count), &tag) == 1
    precondition(done, "libcrypto has no AES-256-GCM")
    return nonce + sealed + tag
  }

  /// - Returns: nil if the bytes were not closed with this key, or were changed.
  func open(_ bytes: [UInt8]) -> [UInt8]? {
    let length = bytes.count - Seal.nonceLength - Seal.tagLength
    guard length >= 0 else { return nil }
    let nonce = Array(bytes.prefix(Seal.nonceLength))
    let sealed = Array(bytes[Seal.nonceLength..<Seal.nonceLength + length])
    var tag = Array(bytes.suffix(Seal.tagLength))
    var message = [UInt8](repeating: 0, count: length)
    var count: Int32 = 0
    let context = EVP_CIPHER_CTX_new()
    defer { EVP_CIPHER_CTX_free(context) }
    let isGenuine =
      EVP_DecryptInit_ex(context, EVP_aes_256_gcm(), nil, key, nonce) == 1
      && EVP_DecryptUpdate(context, &message, &count, sealed, Int32(length)) == 1
      && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(tag.count), &tag) == 1
      && EVP_DecryptFinal_ex(context, nil, &count) == 1
    return isGenuine ? message : nil
  }
}
