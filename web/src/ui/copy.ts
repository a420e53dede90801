// Puts a text on the clipboard.

/** Without https there is no clipboard, but what is selected can still be copied. */
export async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    field.className = "vh";
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
}
