import { ExtensionBrowser } from "../harness/extension.ts";
import { expect, test } from "../harness/test.ts";

// Issue: "`make extension` builds store-ready packages for the three browsers, reproducibly, and passes the browsers' own linters."
// Mozilla's runs in `make test` (clients/extension/build/packages.ts); Chromium has none but what it says when it loads one.
for (const browserPackage of ["chrome", "edge"] as const)
  test(`Chromium finds nothing wrong with the package for ${browserPackage}`, async () => {
    const browser = await ExtensionBrowser.start({ package: browserPackage });
    try {
      const panel = await browser.openPanel();
      await expect(panel.getByRole("textbox")).toBeVisible();
      const page = await browser.context.newPage();
      await page.goto("chrome://extensions");
      const found = await page.evaluate(async (id) => {
        const { chrome } = globalThis as never as { chrome: Developer };
        await chrome.developerPrivate.updateExtensionConfiguration({
          extensionId: id,
          errorCollection: true,
        });
        return chrome.developerPrivate.getExtensionInfo(id);
      }, browser.id);
      expect(found).toMatchObject({
        name: "Ensemble",
        state: "ENABLED",
        manifestErrors: [],
        runtimeErrors: [],
        installWarnings: [],
      });
      // Nothing that a store's person has to be asked about at the installation; sites are asked for when they are wanted.
      expect(found.permissions.simplePermissions.map(({ message }) => message)).toEqual([]);
    } finally {
      await browser.stop();
    }
  });

interface Developer {
  developerPrivate: {
    updateExtensionConfiguration(change: object): Promise<void>;
    getExtensionInfo(id: string): Promise<{
      permissions: { simplePermissions: { message: string }[] };
    }>;
  };
}
