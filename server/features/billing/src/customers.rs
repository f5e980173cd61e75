//! A workspace's customer record at its payment provider: created before the first payment there, so that a saved card
//! is offered again, and deleted with the workspace (decision 0898).

use area::Services;
use identity::SignedIn;
use jobs::{Job, JobResult};
use kernel::{Failure, Fallible, Uuid, WorkspaceId};
use payments::{Begun, Bill, KeepsCustomers, NewCustomer, PaymentError, PaymentProvider};
use serde::{Deserialize, Serialize};
use url::Url;

use ::store::{Conn, StoreResult};

use crate::problems::{NO_PORTAL, PORTAL_FAILED, PROVIDER_UNAVAILABLE};
use crate::store::{self, Customer};

/// Maximum number of customers tried in a row when the provider no longer has the known ones.
const TRIES: usize = 3;

/// A provider's answer; `None` if the workspace is gone.
type ProviderAnswer<T> = Option<Result<T, PaymentError>>;

/// Begins to collect a workspace's bill; the workspace becomes the provider's customer if it keeps customers. `None`:
/// the workspace is gone.
pub(crate) async fn begin(
    services: &Services,
    provider: &dyn PaymentProvider,
    workspace_id: WorkspaceId,
    bill: Bill,
) -> Fallible<ProviderAnswer<Begun>> {
    let Some(keeper) = provider.customers() else { return Ok(Some(provider.begin(&bill).await)) };
    let access = CustomerAccess {
        services,
        keeper,
        provider: provider.id(),
        workspace_id,
        email: &bill.email,
    };
    access
        .with_customer(|customer| {
            let bill = Bill { customer: Some(customer), ..bill.clone() };
            async move { provider.begin(&bill).await }
        })
        .await
}

/// Opens the provider's page on which the caller's workspace manages its cards and billing details.
///
/// Problems: [`NO_PORTAL`], [`PROVIDER_UNAVAILABLE`], [`PORTAL_FAILED`].
pub(crate) async fn open_portal(services: &Services, caller: &SignedIn) -> Fallible<Url> {
    caller.check_manages_workspace()?;
    let workspace_id = caller.workspace_id;
    let mut conn = services.db.read().await?;
    let (provider, keeper) =
        find_keeper(services, &mut conn, workspace_id).await?.ok_or(NO_PORTAL)?;
    let user = services.identity.find_user(&mut conn, caller.user_id).await?;
    drop(conn);
    let email = user.map(|user| user.email).unwrap_or_default();
    let access = CustomerAccess { services, keeper, provider, workspace_id, email: &email };
    let return_to = &services.page("/billing");
    let opened = access
        .with_customer(|customer| async move { keeper.open_portal(&customer, return_to).await })
        .await?;
    opened.ok_or(NO_PORTAL)?.map_err(|error| failed(workspace_id, &error))
}

fn failed(workspace_id: WorkspaceId, error: &PaymentError) -> Failure {
    tracing::warn!(workspace.id = %workspace_id, %error, "a page for cards could not be opened");
    match error {
        PaymentError::Unavailable(_) => PROVIDER_UNAVAILABLE.into(),
        _ => PORTAL_FAILED.into(),
    }
}

/// Returns true if the caller may manage the cards that a provider keeps for their workspace.
pub(crate) async fn has_portal(
    services: &Services,
    conn: &mut Conn,
    caller: &SignedIn,
) -> StoreResult<bool> {
    if caller.check_manages_workspace().is_err() {
        return Ok(false);
    }
    Ok(find_keeper(services, conn, caller.workspace_id).await?.is_some())
}

/// Returns a provider that is set up and that a workspace is a customer of, by its word; first the one that collects
/// now.
async fn find_keeper<'a>(
    services: &'a Services,
    conn: &mut Conn,
    workspace_id: WorkspaceId,
) -> StoreResult<Option<(&'static str, &'a dyn KeepsCustomers)>> {
    let mut known = store::list_customers(conn, workspace_id).await?;
    let current = services.payments.provider().id();
    known.sort_by_key(|customer| customer.provider != current);
    let found = known.iter().filter_map(|it| services.payments.provider_of(&it.provider));
    Ok(found.filter_map(|provider| Some((provider.id(), provider.customers()?))).next())
}

/// A workspace, and the provider that it is or becomes a customer of.
struct CustomerAccess<'a> {
    services: &'a Services,
    keeper: &'a dyn KeepsCustomers,
    provider: &'a str,
    workspace_id: WorkspaceId,
    /// Address for receipts, used when a customer is created.
    email: &'a str,
}

impl CustomerAccess<'_> {
    /// Runs a call as the provider's customer; if that no longer exists there, as a new one. `None`: the workspace is
    /// gone.
    async fn with_customer<T, Done>(
        &self,
        call: impl Fn(String) -> Done,
    ) -> Fallible<ProviderAnswer<T>>
    where
        Done: Future<Output = Result<T, PaymentError>>,
    {
        for _ in 0..TRIES {
            let customer = match self.ensure().await? {
                Some(Ok(customer)) => customer,
                Some(Err(PaymentError::NoCustomer)) => continue,
                Some(Err(error)) => return Ok(Some(Err(error))),
                None => return Ok(None),
            };
            match call(customer.customer.clone()).await {
                Err(PaymentError::NoCustomer) => self.forget(&customer).await?,
                answer => return Ok(Some(answer)),
            }
        }
        Ok(Some(Err(PaymentError::NoCustomer)))
    }

    /// Returns the workspace's customer, creating it if there is none: concurrently or after a crash, the provider
    /// creates only one. `None`: the workspace is gone. `NoCustomer`: the earlier one no longer exists there, and the
    /// next try creates another.
    async fn ensure(&self) -> Fallible<ProviderAnswer<Customer>> {
        let (db, now) = (&self.services.db, self.services.clock.now());
        let mut tx = db.begin().await?;
        let stored = store::note_customer(&mut tx, self.workspace_id, self.provider, now).await?;
        tx.commit().await?;
        let Some(stored) = stored else { return Ok(None) };
        if !stored.customer.is_empty() {
            return Ok(Some(Ok(stored)));
        }
        let new = NewCustomer {
            workspace_id: self.workspace_id.0,
            attempt: stored.attempt,
            email: self.email.to_owned(),
        };
        let made = match self.keeper.make_customer(&new).await {
            Ok(customer) => Customer { customer, ..stored },
            Err(error) => {
                if matches!(error, PaymentError::NoCustomer) {
                    self.forget(&stored).await?;
                }
                return Ok(Some(Err(error)));
            }
        };
        let mut tx = db.begin().await?;
        store::keep_customer(&mut tx, self.workspace_id, &made).await?;
        // The first process stored it; deleted with the workspace, it is the job's task to delete it there.
        let kept = store::find_customer(&mut tx, self.workspace_id, self.provider).await?;
        tx.commit().await?;
        Ok(match kept {
            Some(kept) if kept.customer.is_empty() => Some(Err(PaymentError::NoCustomer)),
            Some(kept) => Some(Ok(kept)),
            None => None,
        })
    }

    async fn forget(&self, gone: &Customer) -> Fallible<()> {
        let mut tx = self.services.db.begin().await?;
        store::forget_customer(&mut tx, self.workspace_id, gone).await?;
        Ok(tx.commit().await?)
    }
}

/// Deletes a customer at its provider, after the workspace.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct DeleteCustomer {
    pub provider: String,
    pub workspace_id: Uuid,
    pub customer: String,
    pub attempt: i64,
}

impl DeleteCustomer {
    pub fn new(workspace_id: Uuid, known: Customer) -> Self {
        let Customer { provider, customer, attempt } = known;
        Self { provider, workspace_id, customer, attempt }
    }
}

impl Job for DeleteCustomer {
    type Context = Services;
    const NAME: &'static str = "billing.delete_customer";
    /// About a week of attempts: a provider that is down is back by then. After that it is kept as dead.
    const MAX_ATTEMPTS: u32 = 170;

    async fn run(self, services: &Services) -> JobResult {
        let provider = services.payments.provider_of(&self.provider);
        let Some(keeper) = provider.and_then(|provider| provider.customers()) else {
            // There is no key for it here, and retrying would only keep the deleted person in the queue.
            let (provider, customer) = (&self.provider, &self.customer);
            tracing::warn!(
                provider,
                customer,
                "a customer must be deleted on its payment provider's pages: it is no longer set up"
            );
            return Ok(());
        };
        let customer = if self.customer.is_empty() {
            // It may have been created without our knowledge: creating it again returns the same one.
            let (workspace_id, attempt) = (self.workspace_id, self.attempt);
            let new = NewCustomer { workspace_id, attempt, email: String::new() };
            keeper.make_customer(&new).await.map_err(Failure::internal)?
        } else {
            self.customer
        };
        keeper.delete_customer(&customer).await.map_err(Failure::internal)
    }
}
