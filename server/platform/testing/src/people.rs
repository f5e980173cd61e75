//! People with an account and a browser.

use std::ops::Deref;

use entitlements::PlanGrant;
use http::HeaderMap;
use identity::{
    CODE_TRIES_MAX, CodeAsker, CodeCheck, Device, Email, FlowToken, NewUser, Purpose, Role,
    WRONG_GUESSES,
};
use kernel::{Payer, UserId, WorkspaceId};

use crate::{Client, TestServer};

/// Everybody's password.
pub const PASSWORD: &str = "correct horse battery staple";

/// The hash of [`PASSWORD`], made beforehand: making it takes 30 ms and more.
const PASSWORD_HASH: &str = "$argon2id$v=19$m=19456,t=2,p=1$gdVbO67gMnGCiotC8ks93g$k4mBhrcVH8iqWfr17jqn9eoq5bQG4L4reDnwdI3jgmg";

/// A person with an account, signed in on one browser. As a [`Client`] it is that browser.
#[derive(Clone)]
pub struct TestPerson {
    pub client: Client,
    pub email: String,
    pub user_id: UserId,
    pub workspace_id: WorkspaceId,
}

impl TestPerson {
    pub fn payer(&self) -> Payer {
        Payer { workspace_id: self.workspace_id, user_id: self.user_id }
    }
}

impl Deref for TestPerson {
    type Target = Client;

    fn deref(&self) -> &Client {
        &self.client
    }
}

impl TestServer {
    /// Returns the operator: creates the account `operator@example.com`, or signs in to it again.
    pub async fn operator(&self) -> TestPerson {
        self.person("operator@example.com", Role::Operator).await
    }

    /// Returns a member: creates the account, or signs in to it again on another browser.
    pub async fn member(&self, email: &str) -> TestPerson {
        self.person(email, Role::Member).await
    }

    /// Suspends a person, or readmits them.
    pub async fn set_suspended(&self, person: &TestPerson, is_suspended: bool) {
        let mut tx = self.services.db.begin().await.expect("the database is written");
        let reason = is_suspended.then_some("spam");
        let done = self.services.identity.set_suspended(&mut tx, person.user_id, reason).await;
        assert!(done.expect("the person is written"), "the person exists");
        tx.commit().await.expect("the change is kept");
    }

    /// Makes strangers enter as many wrong codes as are accepted from everybody together.
    pub async fn use_up_wrong_guesses(&self) {
        let identity = &self.services.identity;
        let mut tx = self.services.db.begin().await.expect("the database is written");
        for number in 0..WRONG_GUESSES / CODE_TRIES_MAX {
            let (flow, purpose) = (FlowToken::new(), Purpose::SignUp);
            let email = Email::parse(&format!("guessed{number}@example.com"));
            let email = email.expect("this is a proper address");
            let asker = CodeAsker::Network("203.0.113.9");
            let sent = identity.issue_code(&mut tx, purpose, &email, &flow, asker, "").await;
            let sent = sent.expect("the code is kept").expect("it is the first one");
            let guess = if sent.code == "000000" { "000001" } else { "000000" };
            for _ in 0..CODE_TRIES_MAX {
                let check = identity.check_code(&mut tx, purpose, &email, Some(&flow), guess);
                assert_eq!(check.await.expect("the code is read"), CodeCheck::Wrong);
            }
        }
        tx.commit().await.expect("the guesses are kept");
    }

    async fn person(&self, address: &str, role: Role) -> TestPerson {
        let services = &self.services;
        let email = Email::parse(address).expect("a test writes a proper address");
        let now = services.clock.now();
        let mut tx = services.db.begin().await.expect("the database is written");
        let known = services.identity.find_user_by_email(&mut tx, &email).await;
        let user = match known.expect("users are read") {
            Some(user) => user,
            None => {
                let (name, _) = address.split_once('@').expect("an address has an @");
                let new = NewUser {
                    email: &email,
                    name,
                    role,
                    password_hash: Some(PASSWORD_HASH),
                    locale: None,
                };
                let user = services.identity.create_user(&mut tx, new).await;
                user.expect("the address is free")
            }
        };
        if role == Role::Operator {
            let grant = PlanGrant::operator(user.workspace_id, user.created_at);
            let granted = services.entitlements.grant_plan(&mut tx, &grant, now).await;
            granted.expect("the plan is granted");
        }
        let client = self.visitor();
        let mut device = Device::of(&HeaderMap::new(), [127, 0, 0, 1].into());
        device.device_name = "Test browser".to_owned();
        let started =
            services.identity.start_session(&mut tx, user.id, user.workspace_id, &device).await;
        let (_, token) = started.expect("a session starts");
        tx.commit().await.expect("the person is kept");
        client.sign_in_by(services, &token);
        TestPerson {
            client,
            email: address.to_owned(),
            user_id: user.id,
            workspace_id: user.workspace_id,
        }
    }
}
