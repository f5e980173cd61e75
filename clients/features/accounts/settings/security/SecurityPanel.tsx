import { PanelProblem } from "@ensemble/blocks/PanelProblem";
import { useSession } from "@ensemble/blocks/session-queries";
import type { SignInMethods } from "@ensemble/contract/wire";
import { day } from "@ensemble/i18n/formats";
import { useLocale, useText } from "@ensemble/i18n/text";
import { Badge } from "@ensemble/ui/Badge";
import { Button } from "@ensemble/ui/Button";
import { SkeletonLines } from "@ensemble/ui/feedback/Skeleton";
import { Row, Rows, Section } from "@ensemble/ui/Section";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { methodsQuery } from "../../security-queries";
import { Passkeys } from "./Passkeys";
import { NewCodesDialog, TotpDialog, TurnOffDialog } from "./TotpDialog";

/** Recovery codes below which the person is told to make new ones. */
const FEW_CODES = 3;

/** Edits the second factor and the passkeys of the person. */
export function SecurityPanel() {
  const text = useText("accounts");
  const { setup } = useSession();
  const methods = useQuery(methodsQuery);
  // A dialog may be open that shows recovery codes, which must outlive a failed refetch.
  if (methods.isLoadingError)
    return <PanelProblem error={methods.error} onRetry={() => void methods.refetch()} />;
  if (!methods.data) return <SkeletonLines label={text("loading")} />;
  // The app is asked for after a password.
  const hasSecondFactor = setup.password_sign_in !== false || methods.data.totp_since !== null;
  return (
    <div className="flex flex-col gap-8">
      {hasSecondFactor ? <SecondFactor methods={methods.data} /> : null}
      <Passkeys methods={methods.data} />
    </div>
  );
}

function SecondFactor({ methods }: { methods: SignInMethods }) {
  const text = useText("accounts");
  const { locale } = useLocale();
  const [asked, setAsked] = useState<"on" | "off" | "codes" | null>(null);
  const { totp_since, recovery_codes_left, has_password } = methods;
  const props = { hasPassword: has_password, onClose: () => setAsked(null) };
  return (
    <Section
      title={text("second_factor")}
      description={text(
        methods.second_factor_required ? "second_factor_required" : "second_factor_description",
      )}
    >
      <Rows>
        <Row
          title={
            <span className="flex items-center gap-2 font-medium">
              {text("authenticator_app")}
              {totp_since ? <Badge tone="success">{text("on")}</Badge> : null}
            </span>
          }
          description={
            totp_since ? text("app_since", { day: day(totp_since, locale) }) : text("app_description")
          }
          wide
        >
          {totp_since ? (
            <Button onClick={() => setAsked("off")}>{text("turn_off")}</Button>
          ) : (
            <Button kind="primary" onClick={() => setAsked("on")}>
              {text("turn_on")}
            </Button>
          )}
        </Row>
        {totp_since ? (
          <Row
            title={
              <span className="flex items-center gap-2 font-medium">
                {text("recovery_codes")}
                {recovery_codes_left < FEW_CODES ? <Badge tone="warning">{text("few_codes")}</Badge> : null}
              </span>
            }
            description={text("codes_left", { count: recovery_codes_left })}
          >
            <Button onClick={() => setAsked("codes")}>{text("make_codes")}</Button>
          </Row>
        ) : null}
      </Rows>
      {asked === "on" ? <TotpDialog {...props} /> : null}
      {asked === "off" ? <TurnOffDialog {...props} /> : null}
      {asked === "codes" ? <NewCodesDialog {...props} /> : null}
    </Section>
  );
}
