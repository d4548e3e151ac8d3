// A file that the reader chooses, as text. Files that are not UTF-8 are refused: guessing would destroy names.

/**
 * The text of a file, without the mark at its start.
 * @param {File} file
 * @returns {Promise<?string>} Null if it is not UTF-8, or holds a NUL, as UTF-16 without a mark does.
 */
export async function textOf(file) {
  const bytes = await file.arrayBuffer();
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}
