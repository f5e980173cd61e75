kernel::problems! {
    /// The person is where models may make no images and no videos.
    MEDIA_CLOSED: "regions.media_closed", 403, "Creating images and videos isn't available in your region", "ours (decision 1052)";
    /// Countries are listed, and no header says where somebody is.
    HEADER_MISSING: "regions.header_missing", 422, "Set the country header first", "ours (decision 1002)";
    /// Countries are listed, and no proxy is trusted to set the header.
    PROXY_MISSING: "regions.proxy_missing", 422, "Name your proxy in server.trusted_proxies first", "ours (decision 1002)";
}
