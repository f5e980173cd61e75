import { LandingFrame } from "@ensemble/blocks/landing/LandingFrame";
import { PLACES } from "@ensemble/blocks/places";
import { useSession } from "@ensemble/blocks/session-queries";
import { useHost } from "@ensemble/host/HostContext";
import { AppLink } from "@ensemble/host/navigation";
import { useText } from "@ensemble/i18n/text";
import { Avatar } from "@ensemble/ui/Avatar";
import { buttonStyle } from "@ensemble/ui/button-styles";
import { Notice } from "@ensemble/ui/feedback/Notice";
import { useQuery } from "@tanstack/react-query";
import { followLinkQuery } from "./affiliate-queries";

/** Landing page of an affiliate link (spec §2: /invitation-affiliate-landing). */
export function AffiliateLanding({ code = "none" }: { code?: string }) {
  const text = useText("affiliates");
  const { storage } = useHost();
  const click = useQuery(followLinkQuery(code, storage));
  return (
    <LandingFrame title={text("product")} text={text} query={click}>
      {({ name, click_id }) => <Welcome code={code} name={name} own={click_id === null} />}
    </LandingFrame>
  );
}

function Welcome({ code, name, own }: { code: string; name: string; own: boolean }) {
  const text = useText("affiliates");
  const { me } = useSession();
  const wide = `${buttonStyle("primary", "lg")} w-full`;
  return (
    <>
      <Avatar id={code} name={name} size="lg" />
      <div>
        <h1 className="text-balance font-semibold text-2xl tracking-tight rtl:tracking-normal">
          {text("recommends", { name })}
        </h1>
        <p className="mt-2 text-pretty text-muted">{text("about_product")}</p>
      </div>
      {own ? <Notice>{text("own_link")}</Notice> : null}
      <div className="mt-2 flex flex-col gap-2">
        {me ? (
          <AppLink to={PLACES.newChat} className={wide}>
            {text("to_chat")}
          </AppLink>
        ) : (
          <>
            <AppLink to="/sign-up" className={wide}>
              {text("sign_up")}
            </AppLink>
            <AppLink to="/login" className={`${buttonStyle("ghost", "lg")} w-full`}>
              {text("have_account")}
            </AppLink>
          </>
        )}
      </div>
      {own || me ? null : (
        <p className="text-balance text-center text-muted text-sm">{text("cookie_hint")}</p>
      )}
    </>
  );
}
