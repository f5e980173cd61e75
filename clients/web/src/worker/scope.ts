/**
 * Subset of the service worker's types that is used: the types of pages and of workers cannot be combined.
 */
export interface WorkerScope {
  readonly registration: WorkerRegistration;
  readonly clients: {
    matchAll(options: { type: "window"; includeUncontrolled: boolean }): Promise<readonly WindowClient[]>;
    openWindow(url: string): Promise<WindowClient | null>;
    claim(): Promise<void>;
  };
  readonly location: Location;
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", listener: (event: LastingEvent) => void): void;
  addEventListener(type: "fetch", listener: (event: FetchedEvent) => void): void;
  addEventListener(type: "message", listener: (event: LastingEvent & { data: unknown }) => void): void;
  addEventListener(type: "push", listener: (event: LastingEvent & PushedEvent) => void): void;
  addEventListener(type: "sync", listener: (event: LastingEvent & { tag: string }) => void): void;
  addEventListener(type: "pushsubscriptionchange", listener: (event: ChangedEvent) => void): void;
  addEventListener(type: "notificationclick", listener: (event: ClickedEvent) => void): void;
}

export interface WorkerRegistration {
  readonly navigationPreload?: { enable(): Promise<void> };
  readonly pushManager: PushManager;
  showNotification(title: string, options: NotificationOptions): Promise<void>;
}

export interface WindowClient {
  readonly url: string;
  readonly visibilityState: DocumentVisibilityState;
  readonly focused: boolean;
  focus(): Promise<WindowClient>;
  navigate(url: string): Promise<WindowClient | null>;
  postMessage(message: unknown): void;
}

export interface LastingEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

export interface FetchedEvent extends LastingEvent {
  readonly request: Request;
  readonly preloadResponse?: Promise<Response | undefined>;
  respondWith(response: Promise<Response>): void;
}

interface PushedEvent {
  readonly data: { json(): unknown } | null;
}

interface ChangedEvent extends LastingEvent {
  readonly oldSubscription: PushSubscription | null;
}

interface ClickedEvent extends LastingEvent {
  readonly notification: Notification;
}

export const scope = globalThis as unknown as WorkerScope;

// The worker lies beside the page, whose path under the host it shares.
globalThis.basePath = scope.location.pathname.replace(/\/[^/]*$/, "");

/** Build information (build/phone-files.ts). */
export interface Build {
  /** Version, different for every build whose files differ. */
  version: string;
  /** Files needed to read conversations. */
  needed: readonly string[];
}

declare const __ENSEMBLE_BUILD__: Build;

export const build: Build = __ENSEMBLE_BUILD__;
