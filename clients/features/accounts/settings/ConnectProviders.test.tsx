import { renderIn, testSession } from "@ensemble/blocks/testing";
import { memoryHost } from "@ensemble/host/memory-host";
import { Rows } from "@ensemble/ui/Section";
import { cleanup, screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { ConnectProviders } from "./ConnectProviders";

afterEach(cleanup);

test("connects each identity provider from a page of ours", async () => {
  const session = testSession();
  session.setup = {
    ...session.setup,
    oidc: [
      { id: "company", name: "Example Ltd" },
      { id: "partners", name: "Partners" },
    ],
  };
  await renderIn(
    <Rows>
      <ConnectProviders setup={session.setup} />
    </Rows>,
    { areas: ["accounts"], session, host: memoryHost() },
  );

  expect(await screen.findByText("Example Ltd")).toBeTruthy();
  const links = screen.getAllByRole("link", { name: "Connect" });
  const asked = links.map((link) => new URLSearchParams(link.getAttribute("href")?.split("?")[1]));
  expect(asked.map((query) => query.get("type"))).toEqual(["company", "partners"]);
  expect(asked[0]?.get("redirect_url")).toBe("/auth-landing?redirectTo=%2Fprofile");
});
