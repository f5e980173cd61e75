import { browser } from "wxt/browser";
import { MEMO_HANDLERS } from "../../memos/background";
import { PAGE_FEATURES, type PageFeatureId } from "../../page-features/feature";
import { switchEverywhere, switchOnHost } from "../../page-features/settings";
import { POWERUP_HANDLERS } from "../../powerups/background";
import { SEARCH_HANDLERS } from "../../search-assistant/background";
import { TRANSLATION_HANDLERS, translateStream } from "../../translation/background";
import { WRITING_HANDLERS, WRITING_STREAMS } from "../../writing/background";
import { readConnection } from "../connection";
import { openPanel } from "../open-panel";
import { quickActions } from "./actions";
import { nothing, type PageHandlers, type PageStreamHandlers } from "./answer-page";
import { answerStream } from "./answer-stream";
import { inject, tellPages } from "./inject";
import { pageConfig } from "./page-config";
import { allowSite } from "./receipts";
import { changePageSettings } from "./stored-settings";
import { pageTexts } from "./texts";

const isFeature = (id: unknown): id is PageFeatureId => PAGE_FEATURES.includes(id as PageFeatureId);
const fieldsOf = (sent: unknown) => (sent ?? {}) as Record<string, unknown>;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Maximum size of a feature's options, so that no page can fill the storage. */
const OPTIONS_MAX_CHARS = 4_000;

/** Handlers of page messages. A feature in another folder spreads its own in here. */
export const PAGE_HANDLERS: PageHandlers = {
  "page→background: hello": { check: nothing, answer: (_, sender) => pageConfig(sender) },
  "page→background: load interface": {
    check: nothing,
    answer: async (_, sender) => {
      await inject("/page-interface.js", sender);
      return { loaded: true };
    },
  },
  "page→background: texts": { check: nothing, answer: pageTexts },
  "page→background: actions": { check: nothing, answer: quickActions },
  "page→background: allow sending": {
    check: nothing,
    answer: async (_, sender) => {
      await allowSite(sender);
      return null;
    },
  },
  "page→background: open panel": {
    check: (sent) => {
      const { conversationId } = fieldsOf(sent);
      if (conversationId === null) return { conversationId };
      return typeof conversationId === "string" && UUID.test(conversationId) ? { conversationId } : null;
    },
    answer: async ({ conversationId }, { tabId }) => {
      const opened = await openPanel(
        tabId,
        conversationId === null ? null : { kind: "chat", conversationId },
      );
      if (opened) return { opened };
      const { server } = await readConnection();
      // Firefox lets no page open the sidebar, so the chat opens on the server's page, and the panel in
      // a tab.
      const url =
        conversationId !== null && server !== null
          ? `${server}/home/chat/chat/${conversationId}`
          : `${location.origin}/sidepanel.html`;
      await browser.tabs.create({ url });
      return { opened };
    },
  },
  "page→background: open settings": {
    check: nothing,
    answer: async (_, { tabId }) => {
      const opened = await openPanel(tabId, { kind: "settings" });
      if (!opened) await browser.tabs.create({ url: `${location.origin}/sidepanel.html#settings` });
      return null;
    },
  },
  "page→background: switch off": {
    check: (sent) => {
      const { feature, where } = fieldsOf(sent);
      return isFeature(feature) && (where === "site" || where === "everywhere") ? { feature, where } : null;
    },
    answer: async ({ feature, where }, { host }) => {
      await changePageSettings((settings) =>
        where === "site"
          ? switchOnHost(settings, { host, feature, on: false })
          : switchEverywhere(settings, feature, false),
      );
      await tellPages();
      return null;
    },
  },
  "page→background: choose": {
    check: (sent) => {
      const { feature, options } = fieldsOf(sent);
      if (!isFeature(feature) || typeof options !== "object" || options === null) return null;
      if (JSON.stringify(options).length > OPTIONS_MAX_CHARS) return null;
      return { feature, options: options as Record<string, unknown> };
    },
    answer: async ({ feature, options }) => {
      await changePageSettings((settings) => ({
        ...settings,
        options: { ...settings.options, [feature]: { ...fieldsOf(settings.options[feature]), ...options } },
      }));
      return null;
    },
  },
  ...MEMO_HANDLERS,
  ...POWERUP_HANDLERS,
  ...SEARCH_HANDLERS,
  ...TRANSLATION_HANDLERS,
  ...WRITING_HANDLERS,
};

/** Handlers of page messages that are answered as a stream. */
export const PAGE_STREAMS: PageStreamHandlers = {
  "page→background: answer": answerStream,
  "page→background: translate": translateStream,
  ...WRITING_STREAMS,
};
