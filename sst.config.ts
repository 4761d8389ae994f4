/// <reference path="./.sst/platform/config.d.ts" />

export default $config({
  async app(input) {
    const { settingsOf } = await import("./infra/stages.ts");
    const { disposable, region } = settingsOf(input.stage);
    return {
      name: "parley",
      home: "aws",
      removal: disposable ? "remove" : "retain",
      protect: !disposable,
      providers: { aws: { region }, random: "4.16.6" },
    };
  },
  async run() {
    const { applyDefaults } = await import("./infra/defaults.ts");
    applyDefaults();
    const { publicUrl } = await import("./infra/edge.ts");
    await import("./infra/http.ts");
    await import("./infra/stream.ts");
    await import("./infra/queue.ts");
    await import("./infra/sweeper.ts");
    await import("./infra/socket.ts");
    await import("./infra/edge-routes.ts");
    await import("./infra/files-cors.ts");
    await import("./infra/console-files.ts");
    await import("./infra/alarms.ts");
    await import("./infra/dashboard.ts");
    return { url: publicUrl };
  },
});
