import { paths } from "../paths";

/** Of `PushSubscription.toJSON()` (W3C Push API). */
export interface BrowserSubscription {
  endpoint: string;
  keys: { p256dh: string; auth: string };
}

/** Whether this browser can take pushes at all. */
export const supportsPush = (): boolean => "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;

const registered = async (): Promise<ServiceWorkerRegistration> => {
  await navigator.serviceWorker.register(paths.serviceWorker());
  return navigator.serviceWorker.ready;
};

/** This browser's subscription; null where it has none. */
export async function browserSubscription(): Promise<PushSubscription | null> {
  return (await registered()).pushManager.getSubscription();
}

/**
 * Subscribes this browser, once its person has allowed it.
 * @param pushKey the product's public key, Base64url @throws DOMException where it is not allowed, or the push service is out of reach
 */
export async function subscribeBrowser(pushKey: string): Promise<BrowserSubscription> {
  const { pushManager } = await registered();
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey });
  const { endpoint = "", keys = {} } = subscription.toJSON();
  return { endpoint, keys: { p256dh: keys.p256dh ?? "", auth: keys.auth ?? "" } };
}
