/** Copies text. False where the browser refuses, as it does on pages over plain HTTP from elsewhere than this machine. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
