import { renderIn, serve } from "@ensemble/blocks/testing";
import type { ToolRule, ToolServer } from "@ensemble/contract/wire";
import { cleanup, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { ToolsPanel } from "./ToolsPanel";

const server = (rule: ToolRule): ToolServer => ({
  key: "bench",
  name: "Bench",
  url: null,
  by_operator: true,
  state: "connected",
  problem: null,
  checked_at: "2026-11-27T12:00:00Z",
  enabled: true,
  trust_read_only: false,
  signed_in: false,
  has_token: false,
  tools: [{ name: "echo", title: "Echo", description: "", read_only: false, destructive: false, rule }],
});

afterEach(cleanup);

function Pages() {
  const [inSettings, setInSettings] = useState(true);
  return (
    <>
      <button type="button" onClick={() => setInSettings(!inSettings)}>
        Other page
      </button>
      {inSettings ? <ToolsPanel /> : null}
    </>
  );
}

const press = (name: string | RegExp) => userEvent.click(screen.getByRole("button", { name }));

test("a tool that a chat may use always now is shown so when the settings are opened again", async () => {
  let rule: ToolRule = "ask";
  serve({ "GET /api/tools/servers": () => ({ own_servers: true, items: [server(rule)] }) });
  await renderIn(<Pages />, { areas: ["tools"] });
  await screen.findByText("Bench");
  await press("Other page");
  rule = "always";
  await press("Other page");
  await press(/tool/i);
  await waitFor(() => expect(screen.getByRole("combobox").textContent).toBe("Always allow"));
});
