//! The description of questions and answers, made from their types.

use schemars::generate::{SchemaGenerator, SchemaSettings};
use schemars::transform::{Transform, transform_subschemas};
use schemars::{JsonSchema, Schema};
use serde_json::{Map, Value, json};

use crate::compare::Event;
use crate::{Compare, Question, Visitor, visit_questions};

/// The description of all questions, each at the path `/api/` and its name, in
/// [OpenAPI 3.1](https://spec.openapis.org/oas/v3.1.0).
///
/// Paths, methods and schemas follow from the types, summaries from their documentation.
#[must_use]
pub fn openapi() -> Value {
    let mut paths = Paths::new();
    visit_questions(&mut paths);
    paths.compare();
    paths.finish()
}

const SCHEMAS: &str = "/components/schemas";

const REFUSED: &str = "The request makes no sense, is too long, or does not come in time (408); or there \
    are too many connections from one address (429, with Retry-After).";
const BUSY: &str = "The server is busy: the queue is full, or no worker was free in time. Retry-After says \
    in how many seconds to try again.";

/// The codes of errors, for programs.
const CODES: [&str; 11] = [
    "bad-request",
    "bad-body",
    "not-found",
    "bad-method",
    "wrong-host",
    "bad-host",
    "bad-head",
    "slow-body",
    "too-many-connections",
    "busy",
    "internal",
];

/// Says that what is written has no other parts than those that are described.
#[derive(Clone)]
struct Closed;

impl Transform for Closed {
    fn transform(&mut self, schema: &mut Schema) {
        transform_subschemas(self, schema);
        if schema.get("properties").is_none() {
            return;
        }
        // Parts of one of several forms, beside those of all: the forms cannot be closed alone.
        let mut has_forms = false;
        for key in ["anyOf", "oneOf", "allOf"] {
            let forms = schema.get_mut(key).and_then(Value::as_array_mut);
            for form in forms.into_iter().flatten().filter_map(Value::as_object_mut) {
                form.remove("additionalProperties");
                has_forms = true;
            }
        }
        let key = if has_forms { "unevaluatedProperties" } else { "additionalProperties" };
        schema.insert(key.to_owned(), Value::Bool(false));
    }
}

/// Describes one question after the other.
struct Paths {
    /// Schemas of what is read, and of what is written.
    asked: SchemaGenerator,
    answered: SchemaGenerator,
    paths: Map<String, Value>,
}

impl Visitor for Paths {
    fn visit<Q: Question>(&mut self) {
        let answer = self.answered.subschema_for::<Q::Answer>();
        let responses = responses(&json!({ "application/json": { "schema": answer } }));
        if Q::HAS_PARTS {
            let asked = self.asked.subschema_for::<Q>();
            self.post::<Q>(Q::NAME, &asked, responses);
        } else {
            let operation = json!({ "summary": summary::<Q>(), "responses": responses });
            self.paths.insert(path(Q::NAME), json!({ "get": operation }));
        }
    }
}

impl Paths {
    fn new() -> Self {
        let settings = || {
            SchemaSettings::draft2020_12().with(|settings| {
                settings.definitions_path = SCHEMAS.into();
                settings.meta_schema = None;
            })
        };
        let answered = settings().for_serialize().with_transform(Closed);
        let description = json!({
            "summary": "This description",
            "responses": { "200": {
                "description": "OpenAPI 3.1.",
                "content": { "application/json": { "schema": { "type": "object" } } },
            } },
        });
        let mut paths = Map::new();
        paths.insert(path("openapi.json"), json!({ "get": description }));
        Paths { asked: settings().into_generator(), answered: answered.into_generator(), paths }
    }

    fn post<Q: JsonSchema>(&mut self, name: &str, asked: &Schema, responses: Value) {
        let operation = json!({
            "summary": summary::<Q>(),
            "requestBody": {
                "required": true,
                "content": { "application/json": { "schema": asked } },
            },
            "responses": responses,
        });
        self.paths.insert(path(name), json!({ "post": operation }));
    }

    /// The question with more than one answer: a stream of events, each with one of the schemas.
    fn compare(&mut self) {
        let event = self.answered.subschema_for::<Event>();
        let asked = self.asked.subschema_for::<Compare>();
        let stream = json!({ "text/event-stream": {
            "schema": { "type": "string" },
            "x-event-data": event,
        } });
        self.post::<Compare>(Compare::NAME, &asked, responses(&stream));
    }

    fn finish(mut self) -> Value {
        let mut schemas = self.asked.take_definitions(true);
        schemas.extend(self.answered.take_definitions(true));
        schemas.insert(
            "Error".to_owned(),
            json!({
                "type": "object",
                "properties": { "error": {
                    "type": "object",
                    "properties": {
                        "code": { "type": "string", "enum": CODES },
                        "message": { "type": "string", "description": "For people." },
                    },
                    "required": ["code", "message"],
                    "additionalProperties": false,
                } },
                "required": ["error"],
                "additionalProperties": false,
            }),
        );
        self.paths.sort_keys();
        schemas.sort_keys();
        json!({
            "openapi": "3.1.0",
            "info": {
                "title": "tesuji",
                "version": env!("CARGO_PKG_VERSION"),
                "summary": "Puzzles and games, solved and played by classical search.",
                "license": { "name": "MIT OR Apache-2.0", "identifier": "MIT OR Apache-2.0" },
            },
            "paths": self.paths,
            "components": { "schemas": schemas },
        })
    }
}

fn path(name: &str) -> String {
    format!("/api/{name}")
}

/// What the documentation of a question says first.
fn summary<Q: JsonSchema>() -> String {
    let schema = SchemaGenerator::default().into_root_schema_for::<Q>();
    let text = schema.get("description").and_then(Value::as_str).unwrap_or_default();
    let first = text.split("\n\n").next().unwrap_or_default();
    first.replace('\n', " ").trim_end_matches('.').to_owned()
}

fn responses(content: &Value) -> Value {
    let error =
        || json!({ "application/json": { "schema": { "$ref": format!("#{SCHEMAS}/Error") } } });
    json!({
        "200": { "description": "The answer.", "content": content },
        "4XX": { "description": REFUSED, "content": error() },
        "503": { "description": BUSY, "content": error() },
    })
}
