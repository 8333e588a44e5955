/** The shop.

    `https://{region}.example.com:{port}/{base-path}`.

    @par Source
    `#/servers/0`
*/
struct region_example_com_port_base_path
{
    /** Where the shop stands.

        One of `eu`, `us`.
    */
    std::string region = "eu";

    /** `port` */
    std::string port = "443";

    /** `base-path` */
    std::string base_path = "v1";

    /** The address; `invalid_argument` for a variable whose value is not allowed. */
    restbind::result<std::string> url() const
    {
        return restbind::http::expand_server_url("https://{region}.example.com:{port}/{base-path}",
            {{"region", region, {"eu", "us"}}, {"port", port}, {"base-path", base_path}});
    }
};

/** Beside the page.

    `/local`.

    @par Source
    `#/servers/1`
*/
struct local
{
    /** The address; `invalid_argument` for a variable whose value is not allowed. */
    restbind::result<std::string> url() const
    {
        return restbind::http::expand_server_url("/local", {});
    }
};

/** `https://{shard}.example.com`.

    @par Source
    `#/paths/~1files/get/servers/0`
*/
struct shard_example_com
{
    /** `shard` */
    std::string shard = "download";

    /** The address; `invalid_argument` for a variable whose value is not allowed. */
    restbind::result<std::string> url() const
    {
        return restbind::http::expand_server_url("https://{shard}.example.com", {{"shard", shard}});
    }
};

/** Takes the addresses that the document states, with the defaults of their variables.

    An address that is relative there is resolved against `options.base_url`, which is to be set
    then. Tokens and other credentials are sent to all of these addresses.
*/
inline void use_document_servers([[maybe_unused]] restbind::net::client_options& options)
{
    options.base_url = restbind::http::resolve_server(options.base_url,
        "https://eu.example.com:443/v1");
    options.servers.insert_or_assign("shard_example_com", "https://download.example.com");
    options.servers.insert_or_assign("upload_example_com_api", "https://upload.example.com/api");
    options.servers.insert_or_assign("v2", "/v2");
}

/** Options with everything that the document states. Addresses are left to the application;
    requests carry no token.
*/
inline restbind::net::client_options default_options()
{
    restbind::net::client_options options;
    options.anonymous = true;
    return options;
}

    /** `GET /files`.

        @param request Encoded before the call returns.
        @param options How this call differs from the client's other calls.
        @returns Done.
        @par Errors
        See `restbind::error`.
        @par Retry
        The document says nothing: `client_options::retry.otherwise` holds. A lost response leads to
        a retry, too: the request changes nothing.
        @par Server
        `servers::shard_example_com`, if `client_options::servers` has it: see
        `use_document_servers`.
        @par Source
        `#/paths/~1files/get`
    */
    boost::asio::awaitable<restbind::result<void>>
    download(no_request const& request = {},
        restbind::net::call_options const& options = restbind::net::no_call_options) const
    {
        return this->template call<operations::download>(request, options);
    }

    RESTBIND_REFUSE_TEMPORARY_OPTIONS(download, no_request const&)
