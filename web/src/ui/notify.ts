// Notices of the browser, for those who look elsewhere and have allowed it.

const ALLOWED = "granted";

/** Whether this browser could show notices at all. */
export function canNotify(): boolean {
  return typeof Notification === "function" && isSecureContext;
}

/** Ask for the permission; returns whether it is given. */
export async function allowNotices(): Promise<boolean> {
  if (!canNotify()) return false;
  if (Notification.permission === ALLOWED) return true;
  return (await Notification.requestPermission()) === ALLOWED;
}

/** Call somebody who looks elsewhere; a press on the notice brings this tab to the front. */
export function call(title: string, body: string, tag: string): void {
  if (!document.hidden || !canNotify() || Notification.permission !== ALLOWED) return;
  try {
    const notice = new Notification(title, { body, tag, icon: "/icon.svg" });
    notice.onclick = () => {
      focus();
      notice.close();
    };
  } catch {
    // Some phones show notices only of installed pages; the title of the tab says it too.
  }
}
