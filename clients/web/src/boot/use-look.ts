import type { Session } from "@ensemble/contract/wire";
import { useHost } from "@ensemble/host/HostContext";
import { chooseLocale, directionOf } from "@ensemble/i18n/locales";
import { changeLocale, useLocale } from "@ensemble/i18n/text";
import { useEffect } from "react";
import { applyLook, storedLook } from "./appearance";
import { pathLocale } from "./path-locale";

/** Applies the person's appearance; visitors get the last one of this device. */
export function useLookOf({ me }: Session): void {
  const { storage } = useHost();
  const { locale: shown } = useLocale();
  const theme = me?.settings.theme;
  const fontSize = me?.settings.font_size;
  const chosen = me?.settings.locale;

  useEffect(() => {
    const stored = storedLook(storage);
    const locale = chooseLocale({
      path: pathLocale(),
      setting: chosen ?? (me ? null : stored.locale),
      browser: navigator.languages,
    });
    if (locale !== shown) {
      void changeLocale(locale);
      return;
    }
    applyLook(storage, {
      theme: theme ?? stored.theme,
      fontSize: fontSize ?? stored.fontSize,
      locale,
      direction: directionOf(locale),
      known: me !== null,
    });
  }, [storage, shown, me, theme, fontSize, chosen]);
}
