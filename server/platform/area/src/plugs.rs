use std::sync::{Arc, OnceLock};

use crate::{Area, Services};

/// Implementations of one kind that areas registered, for the area that serves them. Filled once at start; cheap to
/// clone.
pub struct Plugs<T: ?Sized>(Arc<OnceLock<Vec<Arc<T>>>>);

impl<T: ?Sized> Plugs<T> {
    /// Sets the registered implementations. The first call wins.
    pub fn set(&self, all: Vec<Arc<T>>) {
        // A second set would be of the same areas.
        self.0.set(all).ok();
    }

    pub fn iter(&self) -> impl Iterator<Item = &Arc<T>> {
        self.0.get().into_iter().flatten()
    }
}

impl<T: ?Sized> Clone for Plugs<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

impl<T: ?Sized> Default for Plugs<T> {
    fn default() -> Self {
        Self(Arc::default())
    }
}

/// Hands the platform what areas register with it, once, before anything runs.
pub fn plug_in(services: &Services, areas: &[Area]) {
    services.identity.set_erasers(collect(areas, |area| &area.erasers));
    let extension_paths = areas.iter().flat_map(|area| area.extension_paths.iter().copied());
    services.identity.set_extension_paths(extension_paths.collect());
    let generation = &services.generation;
    generation.set_sources(collect(areas, |area| &area.sources));
    generation.set_providers(services.providers.clone());
    generation.set_followers(collect(areas, |area| &area.followers));
    generation.set_spending_followers(collect(areas, |area| &area.spending_followers));
    services.shares.set(collect(areas, |area| &area.shares));
    services.archives.set(collect(areas, |area| &area.archives));
    services.bots.set(collect(areas, |area| &area.bots));
    services.library_sources.set(collect(areas, |area| &area.library_sources));
    services.agent_tools.set(collect(areas, |area| &area.agent_tools));
    services.daily_sources.set(collect(areas, |area| &area.daily_sources));
    services.video_jobs.set(collect(areas, |area| &area.video_jobs));
    services.schedulables.set(collect(areas, |area| &area.schedulables));
    services.payment_followers.set(collect(areas, |area| &area.payment_followers));
    services.checks.set(collect(areas, |area| &area.checks));
    services.features.set(collect(areas, |area| &area.features));
    services.settings.register_all(collect(areas, |area| &area.settings));
}

fn collect<T: ?Sized>(areas: &[Area], of: impl Fn(&Area) -> &Vec<Arc<T>>) -> Vec<Arc<T>> {
    areas.iter().flat_map(|area| of(area).iter().map(Arc::clone)).collect()
}
