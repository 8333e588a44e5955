BOOST_DESCRIBE_STRUCT(OUT_, (), (interface_))

/** ERRORUnix.

    Other values than these are kept as they come.

    @par Source
    `#/components/schemas/ERROR/properties/unix`
*/
enum class ERRORUnix : std::int64_t
{
    major_ = 1,
    minor_ = 2,
};

/** VOID_.

    Other values than these are kept as they come.

    @par Source
    `#/components/schemas/VOID`
*/
enum class VOID_ : std::int64_t
{
    const_ = 1,
};
